/// Packets that are only read, and not edited.
extension XMPPacket {
  /// What can be read of a packet: ill-formed tags are passed over, and UTF-16 and UTF-32 (ISO 16684-1 §7.1) become
  /// UTF-8. Nil if there is no element.
  public init?(readable bytes: some Collection<UInt8>) {
    let bytes = Array(bytes).textInUTF8
    var scanner = XMPScanner(bytes, passesErrors: true)
    guard let elements = scanner.scan(), !elements.isEmpty else { return nil }
    self.init(bytes, elements, outside: scanner.outside)
  }

  /// The position of the first error that makes a packet ill-formed: its byte in the packet as UTF-8, its line and its
  /// column, both from 1. Nil if it is well-formed.
  public static func firstError(
    in bytes: some Collection<UInt8>
  ) -> (byte: Int, line: Int, column: Int)? {
    let bytes = Array(bytes).textInUTF8
    guard let position = malformedByte(in: bytes) else { return nil }
    let before = bytes.prefix(position)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (
      position, before.count { $0 == UInt8(ascii: "\n") } + 1,
      String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
    )
  }
}

extension [UInt8] {
  /// The text in UTF-8. The zero bytes around its first character, or its byte order mark, tell other encodings.
  package var textInUTF8: [UInt8] {
    let width: Int
    let isBig: Bool
    let start = Array(prefix(4)) + [1, 1, 1, 1]
    switch (start[0], start[1], start[2], start[3]) {
    case (0, 0, 0xFE, 0xFF), (0, 0, 0, 0x3C): (width, isBig) = (4, true)
    case (0xFF, 0xFE, 0, 0), (0x3C, 0, 0, 0): (width, isBig) = (4, false)
    case (0xFE, 0xFF, _, _), (0, 0x3C, _, _): (width, isBig) = (2, true)
    case (0xFF, 0xFE, _, _), (0x3C, 0, _, _): (width, isBig) = (2, false)
    default: return self
    }
    let units = stride(from: 0, to: count - count % width, by: width).map { start in
      let unit = self[start..<start + width]
      return isBig
        ? unit.reduce(0) { $0 << 8 | UInt32($1) }
        : unit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let text =
      width == 4
      ? String(decoding: units, as: UTF32.self)
      : String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
    return Array(text.utf8)
  }
}
