public import FieldCoding

extension XMPPacket {
  /// An offset or a length that the packet states, of a part of the file that it is in.
  public struct StatedOffset: Sendable {
    /// The range of its digits in the packet.
    public var range: Range<Int>
    /// The number, which is positive.
    public var value: Int64
    /// The unit of the number, and its origin.
    public var field: OffsetField
  }

  /// The offsets and lengths of other parts of the file that the packet states (Motion Photo format 1.0, and the older
  /// MicroVideo). The movie reaches to the end of the file. If the primary image is not a JPEG, its length is the
  /// offset of the box of the movie.
  public var statedOffsets: [StatedOffset] {
    var offsets = properties.compactMap { property in
      property.name.isDistanceFromEnd
        ? property.value.flatMap { stated($0, .size(of: .restOfFile)) } : nil
    }
    let items = directoryItems
    for (index, item) in items.enumerated() {
      guard let length = itemText(item, "Length") else { continue }
      if index == items.count - 1, itemValue(item, "Semantic") == "MotionPhoto" {
        offsets += [stated(length, .size(of: .restOfFile))].compactMap { $0 }
      } else if index == 0, itemValue(item, "Semantic") == "Primary" {
        offsets += [stated(length, .position(from: .file))].compactMap { $0 }
      }
    }
    return offsets
  }

  /// The packet with other offsets. If possible, the white space before its end balances the change of
  /// length.
  public func stating(_ values: [(offset: StatedOffset, value: Int64)]) -> [UInt8] {
    var edits = values.map { Edit(range: $0.offset.range, bytes: Array("\($0.value)".utf8)) }
    let growth = edits.reduce(0) { $0 + $1.bytes.count - $1.range.count }
    if let padding, padding.count > growth {
      edits.append(
        Edit(range: padding, bytes: [UInt8](repeating: 0x20, count: padding.count - growth)))
    }
    return applying(edits)
  }

  /// The white space before the processing instruction at the end (ISO 16684-1 §7.3.2).
  private var padding: Range<Int>? {
    guard let end = elements.first?.range.upperBound else { return nil }
    let rest = bytes[end...]
    let space = rest.prefix { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    return space.isEmpty ? nil : space.startIndex..<space.endIndex
  }

  private func stated(_ range: Range<Int>, _ field: OffsetField) -> StatedOffset? {
    let space: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    let digits = bytes[range].drop { space.contains($0) }
    let end = digits.lastIndex { !space.contains($0) }.map { $0 + 1 } ?? digits.startIndex
    guard let value = Int64(String(decoding: digits[..<end], as: UTF8.self)), value > 0 else {
      return nil
    }
    return StatedOffset(range: digits.startIndex..<end, value: value, field: field)
  }
}

extension XMPPacket.Name {
  /// Whether it is the number of bytes from the start of the movie to the end of the file.
  fileprivate var isDistanceFromEnd: Bool {
    namespace == XMPPacket.camera && local == "MicroVideoOffset"
      || namespace == XMPPacket.oplus && local == "VideoLength"
  }
}
