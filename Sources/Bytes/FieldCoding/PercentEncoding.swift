/// Percent signs in URLs (RFC 3986 §2.1).
package enum PercentEncoding {
  /// The bytes that a text encodes: `a b` for `a%20b`. A percent sign stays if two digits do not follow it.
  package static func decoded(_ text: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      guard byte == UInt8(ascii: "%"), digits.count == 2 else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(digits[0] * 16 + digits[1]))
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
