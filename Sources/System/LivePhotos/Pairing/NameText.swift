/// Letters and digits of ASCII in names.
enum NameText {
  static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(lower(byte))
  }

  /// The number of up to fifteen digits.
  static func number(_ text: ArraySlice<UInt8>) -> Int? {
    guard !text.isEmpty, text.count <= 15, text.allSatisfy(isDigit) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `text` without `end`; nil if it does not have this end, or consists only of it.
  static func without(_ end: String, _ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let end = Array(end.utf8)
    guard text.count > end.count, text.suffix(end.count).elementsEqual(end) else { return nil }
    return text.dropLast(end.count)
  }

  /// The text before the digits at the end, and the digits.
  static func digits(
    atEndOf text: ArraySlice<UInt8>
  ) -> (front: ArraySlice<UInt8>, digits: ArraySlice<UInt8>)? {
    let start = text.lastIndex { !isDigit($0) }.map { $0 + 1 } ?? text.startIndex
    guard start > text.startIndex, start < text.endIndex else { return nil }
    return (text[..<start], text[start...])
  }

  /// The text before `(2)` at the end, and the number.
  static func parenthesis(_ text: ArraySlice<UInt8>) -> (front: ArraySlice<UInt8>, number: Int)? {
    guard text.last == UInt8(ascii: ")"), let open = text.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let digits = text[(open + 1)...].dropLast()
    guard digits.count <= 4, let number = number(digits), number > 0 else { return nil }
    return (text[..<open], number)
  }

  /// The length in UTF-16, if the bytes are UTF-8.
  static func length(_ text: ArraySlice<UInt8>) -> Int {
    text.reduce(0) { $0 + units($1) }
  }

  /// The number of UTF-16 units that a byte of UTF-8 begins.
  private static func units(_ byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 0 : byte < 0xF0 ? 1 : 2 }

  /// The first characters.
  static func prefix(_ text: [UInt8], length: Int) -> [UInt8] {
    var left = length
    let end = text.firstIndex { byte in
      left -= units(byte)
      return left < 0
    }
    return Array(text[..<(end ?? text.endIndex)])
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while text.last == 0x20 { text.removeLast() }
    return text
  }

  static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    return text.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == UInt8(ascii: "-") : isDigit(byte) || (0x61...0x66).contains(lower(byte))
    }
  }

  /// `img_1234`, `dsc01234`: the names of DCF (JEITA CP-3461).
  static func isCameraName(_ text: ArraySlice<UInt8>) -> Bool {
    guard let (front, digits) = digits(atEndOf: text) else { return false }
    return (4...5).contains(digits.count) && (3...5).contains(front.count)
      && front.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
  }
}
