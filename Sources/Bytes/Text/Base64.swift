/// Bytes as text (RFC 4648 §4), with padding.
package enum Base64 {
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var group: [UInt8] = []
    func flush() {
      let number = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for digit in 0..<4 {
        text.append(
          digit <= group.count ? digits[number >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
      group.removeAll()
    }
    for byte in bytes {
      group.append(byte)
      if group.count == 3 { flush() }
    }
    if !group.isEmpty { flush() }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a text encodes, without its white space; nil if the text has other characters, or ends
  /// within a byte.
  package static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in text.utf8 where byte > 0x20 && byte != UInt8(ascii: "=") {
      guard let value = values[byte] else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return count < 6 ? bytes : nil
  }

  private static let values = Dictionary(uniqueKeysWithValues: zip(digits, UInt8(0)...UInt8(63)))
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
