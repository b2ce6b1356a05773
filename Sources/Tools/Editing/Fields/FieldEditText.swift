package import ISOBMFF

/// The values of fields in the form in which a user types them.
package enum FieldEditText {
  /// The value of a text for a field whose value is `current` now.
  ///
  /// - Parameter bits: the width of a number.
  package static func value(
    _ text: String, like current: FieldValue, bits: Int
  ) throws(FieldError) -> FieldValue {
    switch current {
    case .flag:
      switch text {
      case "0", "false": return .flag(false)
      case "1", "true": return .flag(true)
      default: throw wrong(text, "is neither 0 nor 1")
      }
    case .text(let old):
      if old.form == .terminated, text.utf8.contains(0) { throw wrong(text, "has a zero byte") }
      return .text(Text(text, form: old.form))
    case .bytes:
      guard let bytes = bytes(hex: text) else {
        throw wrong(text, "is not a sequence of bytes in hexadecimal: 00 1f a0")
      }
      return .bytes(Bytes(bytes))
    case .uint(_, let format): return .uint(try unsigned(text, format, bits), format)
    case .int(_, let format): return .int(try signed(text, format), format)
    }
  }

  /// A value in the form that ``value(_:like:bits:)`` accepts.
  package static func text(_ value: FieldValue) -> String {
    switch value {
    case .flag(let flag): flag ? "1" : "0"
    case .text(let text): text.string
    case .bytes(let bytes):
      hexadecimal(bytes.prefix(32)) + (bytes.count > 32 ? "…" : "")
    case .uint(let number, .hex), .uint(let number, .flags): "0x" + String(number, radix: 16)
    case .uint(let number, .fourCC): code(number) ?? "0x" + String(number, radix: 16)
    case .uint(let number, .fixed(let fraction)): fixed(Double(number), fraction)
    case .uint(0, .seconds1904): "0"
    case .uint(let number, .seconds1904): Date1904.standardText(number) ?? "\(number)"
    case .uint(let number, .language): PackedLanguage.letters(number) ?? "\(number)"
    case .uint(let number, .names(let names)): names[number] ?? "\(number)"
    case .uint(let number, _): "\(number)"
    case .int(let number, .fixed(let fraction)): fixed(Double(number), fraction)
    case .int(let number, _): "\(number)"
    }
  }

  // MARK: Numbers

  private static func unsigned(
    _ text: String, _ format: FieldFormat, _ bits: Int
  ) throws(FieldError) -> UInt64 {
    switch format {
    case .fourCC:
      if let code = FourCC(text) { return UInt64(code.rawValue) }
    case .fixed(let fraction) where !text.hasPrefix("0x"):
      guard let number = scaled(text, fraction), let exact = UInt64(exactly: number) else {
        throw wrong(text, "is not a number from 0 on")
      }
      return exact
    case .float where !text.hasPrefix("0x"):
      if bits == 32, let number = Float(text) { return UInt64(number.bitPattern) }
      if bits == 64, let number = Double(text) { return number.bitPattern }
      throw wrong(text, "is not a number")
    case .seconds1904:
      if let seconds = Date1904.seconds(text) { return seconds }
    case .language:
      if let code = PackedLanguage.packed(text) { return UInt64(code) }
    case .names(let names):
      if let value = names.value(named: text) { return value }
    default: break
    }
    if let number = UInt64(text) { return number }
    if text.hasPrefix("0x"), let number = UInt64(text.dropFirst(2), radix: 16) { return number }
    switch format {
    case .fourCC: throw wrong(text, "is not four characters")
    case .seconds1904: throw wrong(text, "is neither a date, as 2024-06-15T16:42:07Z, nor seconds")
    case .language: throw wrong(text, "is not a language of three letters")
    case .names: throw wrong(text, "is neither a number from 0 on nor the name of a value")
    default: throw wrong(text, "is not a number from 0 on")
    }
  }

  private static func signed(_ text: String, _ format: FieldFormat) throws(FieldError) -> Int64 {
    if case .fixed(let fraction) = format {
      guard let number = scaled(text, fraction), let exact = Int64(exactly: number) else {
        throw wrong(text, "is not a number")
      }
      return exact
    }
    guard let number = Int64(text) else { throw wrong(text, "is not a whole number") }
    return number
  }

  /// A number with this number of fraction bits.
  private static func scaled(_ text: String, _ fraction: Int) -> Double? {
    guard let number = Double(text), number.isFinite else { return nil }
    return (number * Double(UInt64(1) << UInt64(fraction))).rounded()
  }

  private static func fixed(_ number: Double, _ fraction: Int) -> String {
    let value = number / Double(UInt64(1) << UInt64(fraction))
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  // MARK: Other values

  /// The characters of a code. Nil if one of them cannot be typed.
  private static func code(_ number: UInt64) -> String? {
    let code = FourCC(rawValue: UInt32(truncatingIfNeeded: number))
    return FourCC("\(code)") == code ? "\(code)" : nil
  }

  /// Bytes from text such as `00 1f a0`; nil for other text.
  package static func bytes(hex text: String) -> [UInt8]? {
    let digits = text.filter { !" -:".contains($0) }.utf8.map { Unicode.Scalar($0) }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard
        let byte = UInt8(
          String(Character(digits[index])) + String(Character(digits[index + 1])), radix: 16),
        digits[index] != "+"
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func wrong(_ text: String, _ words: String) -> FieldError {
    FieldError(.invalid("'\(text)' \(words)"), offset: 0)
  }
}

extension FieldValue {
  /// Whether both have the same value. The terminators of texts are ignored.
  package func means(_ other: FieldValue) -> Bool {
    if case .text(let a) = self, case .text(let b) = other { return a.bytes == b.bytes }
    return self == other
  }
}
