import FieldCoding

extension ContentIdentifier {
  /// A new identifier: a random UUID (RFC 9562 §5.4).
  public static func random() -> ContentIdentifier {
    var generator = SystemRandomNumberGenerator()
    var digits: [Character] = []
    for _ in 0..<2 {
      let number = generator.next() as UInt64
      digits += zeroPadded(String(number, radix: 16, uppercase: true), to: 16)
    }
    digits[12] = "4"
    digits[16] = ["8", "9", "A", "B"][Int(generator.next() as UInt64 % 4)]
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return ContentIdentifier(text)
  }

  /// An identifier from a UUID, which is written in capital letters; nil if `text` is not a UUID.
  public init?(uuid text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 4, 4, 4, 12],
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
    else { return nil }
    self.init(text.uppercased())
  }
}
