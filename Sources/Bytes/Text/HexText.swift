package import FieldCoding

/// Bytes as people read them.
package enum HexText {
  package static func byte(_ byte: UInt8) -> String {
    zeroPadded(String(byte, radix: 16), to: 2)
  }

  /// `00 1f ff`
  package static func spaced(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.append(spaced: bytes)
    return String(decoding: text, as: UTF8.self)
  }

  /// An offset in the file, in eight digits or more.
  package static func address(_ position: Int) -> String {
    zeroPadded(String(position, radix: 16), to: 8)
  }

  /// The bytes that are characters of ASCII, and a dot for each other one.
  package static func ascii(_ bytes: some Sequence<UInt8>) -> String {
    String(bytes.map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "." })
  }

  /// Lines of 16 bytes with their offsets in the file, and as ASCII.
  package static func dump(_ bytes: Bytes, limit: Int, _ line: (String) -> Void) {
    var start = 0
    let end = min(bytes.count, limit)
    while start < end {
      guard let row = bytes.part(start..<min(start + 16, end)) else { break }
      let hex = spaced(row)
      line(
        address(row.fileOffset) + "  " + hex + String(repeating: " ", count: 49 - hex.count)
          + ascii(row))
      start += 16
    }
    if bytes.count > end { line("… \(counted(bytes.count - end, "more byte"))") }
  }
}

extension [UInt8] {
  /// `00 1f ff`
  package mutating func append(spaced bytes: some Sequence<UInt8>) {
    var isFirst = true
    for byte in bytes {
      if !isFirst { append(UInt8(ascii: " ")) }
      append(hex: byte)
      isFirst = false
    }
  }
}
