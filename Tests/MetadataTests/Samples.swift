import Metadata

/// Small structures of our own making.
enum Samples {
  /// An Exif structure with every directory, an Apple maker note and a thumbnail at its end.
  static func photo(_ order: ByteOrder, orientation: UInt64 = 6) -> [UInt8] {
    var tiff = Builder(order: order)
    tiff.start()
    tiff.directory(at: 8, next: 400) { t in
      t.entry(0x010F, 2, 6, at: 200)
      t.entry(0x0112, 3, 1, short: orientation)
      t.entry(0x8769, 4, 1, long: 80)
      t.entry(0x8825, 4, 1, long: 240)
    }
    tiff.directory(at: 80, next: 0) { t in
      t.entry(0x829A, 5, 1, at: 208)
      t.entry(0x9003, 2, 20, at: 216)
      t.entry(0x927C, 7, 69, at: 500)
      t.entry(0xA002, 4, 1, long: 4032)
      t.entry(0xA003, 3, 1, short: 3024)
      t.entry(0xA005, 4, 1, long: 180)
    }
    tiff.directory(at: 180, next: 0) { t in t.entry(1, 2, 4, text: "R98") }
    tiff.text("Apple", at: 200)
    tiff.longs([1, 125], at: 208)
    tiff.text("2023:09:12 14:03:11", at: 216)
    tiff.directory(at: 240, next: 0) { t in
      t.entry(1, 2, 2, text: "S")
      t.entry(2, 5, 3, at: 320)
      t.entry(3, 2, 2, text: "E")
      t.entry(4, 5, 3, at: 344)
      t.entry(5, 1, 1, text: "\u{1}")
      t.entry(6, 5, 1, at: 368)
    }
    tiff.longs([33, 1, 30, 1, 3600, 100], at: 320)
    tiff.longs([151, 1, 0, 1, 0, 1], at: 344)
    tiff.longs([205, 10], at: 368)
    // The thumbnail's directory may precede the data of the main directories.
    tiff.bytes(appleNote, at: 500)
    tiff.directory(at: 400, next: 0) { t in
      t.entry(0x0112, 3, 1, short: orientation)
      t.entry(0x0201, 4, 1, long: 600)
      t.entry(0x0202, 4, 1, long: 20)
    }
    tiff.bytes([0xFF, 0xD8] + [UInt8](repeating: 0, count: 16) + [0xFF, 0xD9], at: 600)
    return tiff.all
  }

  static let identifier = "0A1B2C3D-0000-4111-8222-333344445555"

  /// The smallest note that has a content identifier.
  static let appleNote: [UInt8] =
    Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, 1, 0, 0x11, 0, 2, 0, 0, 0, 0x25]
    + [0, 0, 0, 0x20, 0, 0, 0, 0] + Array(identifier.utf8) + [0]
}

/// Writes structures at the offsets that the test states.
struct Builder {
  let order: ByteOrder
  var all: [UInt8] = []
  private var cursor = 0

  init(order: ByteOrder) { self.order = order }

  mutating func bytes(_ bytes: [UInt8], at offset: Int) {
    if all.count < offset + bytes.count {
      all += [UInt8](repeating: 0, count: offset + bytes.count - all.count)
    }
    all.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  func number(_ value: UInt64, _ size: Int) -> [UInt8] {
    let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    return order == .little ? little : little.reversed()
  }

  mutating func start() {
    bytes(order == .little ? [0x49, 0x49] : [0x4D, 0x4D], at: 0)
    bytes(number(42, 2) + number(8, 4), at: 2)
  }

  mutating func directory(at offset: Int, next: UInt64, _ fill: (inout Builder) -> Void) {
    cursor = offset + 2
    fill(&self)
    bytes(number(UInt64((cursor - offset - 2) / 12), 2), at: offset)
    bytes(number(next, 4), at: cursor)
  }

  private mutating func entry(_ tag: UInt64, _ type: UInt64, _ count: UInt64, _ field: [UInt8]) {
    let padded = field + [UInt8](repeating: 0, count: max(0, 4 - field.count))
    bytes(number(tag, 2) + number(type, 2) + number(count, 4) + padded, at: cursor)
    cursor += 12
  }

  mutating func entry(_ tag: UInt64, _ type: UInt64, _ count: UInt64, at offset: UInt64) {
    entry(tag, type, count, number(offset, 4))
  }
  mutating func entry(_ tag: UInt64, _ type: UInt64, _ count: UInt64, long: UInt64) {
    entry(tag, type, count, number(long, 4))
  }
  mutating func entry(_ tag: UInt64, _ type: UInt64, _ count: UInt64, short: UInt64) {
    entry(tag, type, count, number(short, 2))
  }
  mutating func entry(_ tag: UInt64, _ type: UInt64, _ count: UInt64, text: String) {
    entry(tag, type, count, Array(text.utf8))
  }
  mutating func text(_ text: String, at offset: Int) { bytes(Array(text.utf8) + [0], at: offset) }
  mutating func shorts(_ values: [UInt64], at offset: Int) {
    bytes(values.flatMap { number($0, 2) }, at: offset)
  }
  mutating func longs(_ values: [UInt64], at offset: Int) {
    bytes(values.flatMap { number($0, 4) }, at: offset)
  }
}
