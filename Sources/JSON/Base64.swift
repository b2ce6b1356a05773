/// Bytes as text (RFC 4648 §4), with padding.
package enum Base64 {
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var group: [UInt8] = []
    func flush() {
      let number = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for place in 0..<4 {
        text.append(
          place <= group.count ? digits[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
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

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
