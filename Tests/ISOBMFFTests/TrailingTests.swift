import FieldCoding
import Testing

@testable import ISOBMFF

/// Bytes after the last box are none, however much their first ones look like the header of a box.
@Suite struct TrailingTests {
  private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let size = payload.count + 8
    return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)]
      + type.utf8 + payload
  }

  private static let whole =
    box("ftyp", Array("isom\0\0\0\0".utf8)) + box("moov", box("free", [])) + box("mdat", [1, 2, 3])

  @Test(
    arguments: [
      [0x3D, 0x22, 0x7F, 0xE1, 0x2F, 0x3E, 0x0A, 0x3C, 9, 9, 9],
      [0, 0, 0, 10, 0xFE, 0x01, 0x02, 0x03, 9, 9, 9],
      [0, 0, 0, 0, 0x9A, 0x99, 0x99, 0x99, 9], [0, 0, 0, 5, 1, 2, 3, 4, 5],
      Array("ABCDEFGHIJKLM".utf8), [1, 2, 3],
    ] as [[UInt8]])
  func otherDataFollows(_ trailing: [UInt8]) throws {
    let file = BoxFile(Bytes(Self.whole + trailing))
    #expect(file.boxes.map(\.type) == ["ftyp", "moov", "mdat"])
    #expect(file.trailing.elementsEqual(trailing))
    #expect(file.findings.isEmpty && file.missingByteCount == nil)
    #expect(try file.encoded().bytes == Self.whole + trailing)
    // A movie in a box ends like a file.
    let photo = BoxFile(Bytes(Self.box("mpvd", Self.whole + trailing)))
    let movie = try #require(photo.boxes.first)
    #expect(movie.children.map(\.type) == ["ftyp", "moov", "mdat"])
    #expect(movie.trailing.elementsEqual(trailing) && photo.findings.isEmpty)
    #expect(
      try photo.encoded(copyingUnchanged: false).bytes == Self.box("mpvd", Self.whole + trailing))
  }

  /// Stray bytes that are too few for a box hide the boxes behind them, which are part of the file.
  @Test(arguments: 1...7) func strayBytesBeforeABox(_ count: Int) {
    let boxes = [
      Self.box("ftyp", Array("isom\0\0\0\0".utf8)), Self.box("moov", Self.box("free", [])),
      Self.box("mdat", [UInt8](repeating: 9, count: 300)),
    ]
    let patterns: [[UInt8]] = [
      [UInt8](repeating: 0, count: 7), [0, 0, 0, 2, 0, 0, 0], Array("abcdefg".utf8),
      [0xFF, 0xA1, 0x10, 0xB2, 0x20, 0xC3, 0x30],
    ]
    for pattern in patterns {
      for index in 1...2 {
        let rest = pattern.prefix(count) + boxes[index...].flatMap { $0 }
        let file = BoxFile(Bytes(boxes[..<index].flatMap { $0 } + rest))
        #expect(file.boxes.count == index && file.findings.isEmpty, "\(pattern), \(index)")
        #expect(file.lostContents?.bytes.elementsEqual(rest) == true, "\(pattern), \(index)")
        #expect(file.trailing.strayByteCount == count, "\(pattern), \(index)")
      }
      // Another file is no part of this one.
      let file = BoxFile(Bytes(Self.whole + pattern.prefix(count) + Self.whole))
      #expect(file.lostContents == nil && file.trailing.strayByteCount == nil)
    }
  }

  /// The boxes in a box give its type if its header was overwritten.
  @Test func contentWithoutAHeader() throws {
    let type = Self.box("ftyp", Array("isom\0\0\0\0".utf8))
    let zeros = [UInt8](repeating: 0, count: 100)
    let movie = Self.box("moov", Self.box("mvhd", zeros) + Self.box("udta", []))
    let media = Self.box("mdat", [1, 2, 3])
    for header: [UInt8] in [[UInt8](repeating: 0, count: 8), [0x7F, 1, 2, 3] + "moov".utf8] {
      let file = BoxFile(Bytes(type + header + movie.dropFirst(8) + media))
      #expect(file.boxes.map(\.type) == ["ftyp"])
      guard case .media(let lost) = file.lostContents,
        case .box(let box, let count) = lost.gap
      else {
        Issue.record("\(header)")
        continue
      }
      #expect(box.type == "moov" && count == movie.count)
      #expect(box.children.map(\.type) == ["mvhd", "udta"])
    }
    // A truncated box, and other bytes.
    let cut = BoxFile(Bytes(type + [0, 1, 0, 0] + movie.dropFirst(4)))
    #expect(cut.boxes.map(\.type) == ["ftyp", "moov"] && cut.lostContents == nil)
    #expect(Bytes(zeros).gap == nil && Bytes(Array(zeros.prefix(8) + movie.prefix(60))).gap == nil)
  }

  /// A box of a known type that does not fit is truncated, as is any box before the data that the file needs.
  @Test func truncatedBoxes() throws {
    for type in ["mdat", "moof", "free", "uuid"] {
      let file = BoxFile(
        Bytes(Self.whole + Self.box(type, [UInt8](repeating: 7, count: 40)).dropLast(9)))
      #expect(file.missingByteCount == 9, "\(type)")
    }
    let file = BoxFile(
      Bytes(
        Self.whole.prefix(32)
          + Self.box("\u{1}\u{2}zz", [UInt8](repeating: 7, count: 40)).dropLast(9)))
    #expect(file.missingByteCount == 9)
  }

  /// Where fragments were, zeros and bytes without the header of a box are not what follows a whole file.
  @Test func lostFragments() {
    let fragment = Self.box("moof", Self.box("mfhd", [UInt8](repeating: 0, count: 8)))
    let media = Self.box("mdat", [4, 5])
    func lost(_ parts: [UInt8]...) -> Int? {
      BoxFile(Bytes(Self.whole + parts.flatMap { $0 })).lostFragments?.count
    }
    let zeros = [UInt8](repeating: 0, count: 600)
    #expect(lost(fragment, media) == nil && lost(zeros) == nil)
    #expect(lost(fragment, media, zeros) == 600)
    #expect(lost(fragment, media, zeros, fragment, media) == 600 + fragment.count + media.count)
    #expect(lost(fragment, media, fragment, [0, 0, 0, 0, 9]) == 5)
    #expect(lost(fragment, media, [0, 0, 0, 30] + Array("mo".utf8)) == 6)
    #expect(lost(fragment, media, [0, 0, 0, 0, 9]) == nil)
    // Zeros before a box, however short it is, and before the first fragment of a movie with samples in tables.
    let few = [UInt8](repeating: 0, count: 8)
    #expect(lost(fragment, media, few, fragment, media) == 8 + fragment.count + media.count)
    func lostFirst(_ parts: [UInt8]...) -> Int? {
      let movie =
        Self.box("ftyp", Array("isom\0\0\0\0".utf8)) + Self.box("moov", Self.box("mvex", []))
      return BoxFile(Bytes(movie + media + parts.flatMap { $0 })).lostFragments?.count
    }
    #expect(lostFirst(few, fragment, media) == 8 + fragment.count + media.count)
    #expect(lostFirst(zeros, fragment, media) == 600 + fragment.count + media.count)
    #expect(lostFirst(zeros) == nil && lostFirst(fragment, media) == nil)
    // A first fragment without its header, or without more of its start.
    let noHeader = few + fragment.dropFirst(8) + media
    #expect(lostFirst(noHeader) == noHeader.count)
    #expect(lostFirst(zeros, Array("mfhd".utf8), media) == zeros.count + 4 + media.count)
    // The start of a JPEG picture, which is no size of a box, follows a whole file.
    let picture = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + "JFIF".utf8 + [UInt8](repeating: 3, count: 900)
    #expect(lost(fragment, media, picture) == nil)
    #expect(lost(fragment, media, fragment, picture) == picture.count)
    let file = BoxFile(Bytes(Self.whole + fragment + media + picture))
    #expect(file.trailing.elementsEqual(picture) && file.missingByteCount == nil)
  }

  /// Padding, and a movie with tables, are not more of a movie in fragments.
  @Test func otherDataFollowsFragments() {
    let fragment =
      Self.box("moof", Self.box("mfhd", [UInt8](repeating: 0, count: 8)))
      + Self.box("mdat", [UInt8](repeating: 5, count: 700))
    func file(_ parts: [UInt8]...) -> BoxFile {
      BoxFile(Bytes(Self.whole + fragment + parts.flatMap { $0 }))
    }
    func expect(
      _ file: BoxFile, _ trailing: Int, isLost: Bool = false,
      location: SourceLocation = #_sourceLocation
    ) {
      #expect(file.trailing.count == trailing, sourceLocation: location)
      #expect(
        file.lostFragments?.count == (isLost ? trailing : nil), sourceLocation: location)
      #expect(file.findings.isEmpty && file.missingByteCount == nil, sourceLocation: location)
    }
    func run(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }
    for count in [8, 513, 4096] { expect(file(run(0xFF, count)), count) }
    #expect(file(run(0xFF, 600), [7]).missingByteCount != nil)
    // Zeros may be a lost fragment, if they are as long as one.
    expect(file(run(0, 600)), 600)
    expect(file(run(0, 4096)), 4096, isLost: true)
    expect(file(Self.box("mfra", []), run(0, 4096)), 4096)
    let type = Self.box("ftyp", Array("isom\0\0\0\0".utf8))
    for other in [
      Self.whole, type + Self.box("free", []) + Self.box("mdat", [1]) + Self.box("moov", []),
    ] {
      expect(file(other), other.count)
    }
    let again = type + Self.box("moov", Self.box("mvex", [])) + fragment
    expect(file(again), 0)
  }

  @Test func recordsOfInsta360() throws {
    var records = Insta360Records()
    for (id, count) in [(0x0300, 112), (0x0700, 53), (0x0101, 29)] {
      var record = Insta360Records.Record()
      (record.id, record.payload) = (UInt16(id), Bytes((0..<count).map { UInt8($0 % 7) }))
      records.records.append(record)
    }
    let bytes = try records.encoded()
    // As ExifTool reads it: the size is 38 bytes before the end of 78 that begins with the last footer.
    #expect(bytes.count == 112 + 53 + 29 + 3 * 6 + 72)
    #expect(try Insta360Records(decoding: Bytes(bytes)) == records)
    let trailing = bytes
    let file = BoxFile(Bytes(Self.whole + trailing))
    #expect(file.trailing.elementsEqual(trailing) && file.boxes.count == 3)
    #expect(try file.encoded().bytes == Self.whole + trailing)
  }
}
