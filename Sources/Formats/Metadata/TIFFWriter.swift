/// Writes TIFF structures (TIFF 6.0 §2): each directory, then its values, then its directories.
public struct TIFFWriter: Sendable {
  private let order: ByteOrder
  private var bytes: [UInt8] = []

  private init(_ order: ByteOrder) { self.order = order }

  /// A whole structure. Fields are written in the order of their tags.
  ///
  /// - Parameter thumbnail: the fields of IFD1; none for no IFD1.
  public static func tiff(
    _ order: ByteOrder, _ main: [TIFFField], thumbnail: [TIFFField] = []
  ) throws(FieldError) -> [UInt8] {
    var writer = TIFFWriter(order)
    writer.bytes += order == .big ? [0x4D, 0x4D] : [0x49, 0x49]
    writer.bytes.append(42, size: 2, order)
    writer.bytes.append(8, size: 4, order)
    let next = try writer.write(main)
    if !thumbnail.isEmpty {
      writer.align()
      writer.bytes.replace(UInt64(writer.bytes.count), at: next, size: 4, order)
      _ = try writer.write(thumbnail)
    }
    return try writer.checked()
  }

  /// A directory after `header`, with offsets that count from the header's first byte.
  static func directory(
    _ order: ByteOrder, after header: [UInt8], _ fields: [TIFFField]
  ) throws(FieldError) -> [UInt8] {
    var writer = TIFFWriter(order)
    writer.bytes = header
    _ = try writer.write(fields)
    return try writer.checked()
  }

  private func checked() throws(FieldError) -> [UInt8] {
    guard bytes.count <= Int(UInt32.max) else {
      throw FieldError(.doesNotFit(value: UInt64(bytes.count), bits: 32), offset: 0)
    }
    return bytes
  }

  /// Offsets are even (TIFF 6.0 §2, "Value Offset").
  private mutating func align() { if bytes.count % 2 == 1 { bytes.append(0) } }

  /// Writes a directory, and returns the position of its offset to the next one.
  private mutating func write(_ fields: [TIFFField]) throws(FieldError) -> Int {
    guard let count = UInt16(exactly: fields.count) else {
      throw FieldError(
        .doesNotFit(value: UInt64(fields.count), bits: 16), offset: bytes.count)
    }
    let sorted = fields.enumerated().sorted {
      ($0.element.tag, $0.offset) < ($1.element.tag, $1.offset)
    }.map(\.element)
    bytes.append(UInt64(count), size: 2, order)
    let start = bytes.count
    bytes += [UInt8](repeating: 0, count: sorted.count * 12 + 4)
    for (index, field) in sorted.enumerated() {
      let entry = start + index * 12
      let value = field.value.encoded(order)
      guard let count = UInt32(exactly: field.value.count) else {
        throw FieldError(
          .doesNotFit(value: UInt64(bitPattern: Int64(field.value.count)), bits: 32),
          offset: entry)
      }
      bytes.replace(UInt64(field.tag), at: entry, size: 2, order)
      bytes.replace(UInt64(field.value.type.rawValue), at: entry + 2, size: 2, order)
      bytes.replace(UInt64(count), at: entry + 4, size: 4, order)
      if value.count <= 4 {
        bytes.replaceSubrange(entry + 8..<entry + 8 + value.count, with: value)
      } else {
        append(value, pointedToFrom: entry + 8)
      }
    }
    for (index, field) in sorted.enumerated() {
      let pointer = start + index * 12 + 8
      switch field.value {
      case .offset(of: let data): append(data, pointedToFrom: pointer)
      case .directory(let fields):
        append([], pointedToFrom: pointer)
        _ = try write(fields)
      default: break
      }
    }
    return start + sorted.count * 12
  }

  private mutating func append(_ data: [UInt8], pointedToFrom pointer: Int) {
    align()
    bytes.replace(UInt64(bytes.count), at: pointer, size: 4, order)
    bytes += data
  }
}
