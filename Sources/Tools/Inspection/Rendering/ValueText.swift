import ISOBMFF
import Text

extension FieldValue {
  /// The value as a person reads it.
  ///
  /// - Parameter bits: how wide the field is, for hexadecimal and floating-point numbers.
  func text(bits: Int) -> String {
    var text: [UInt8] = []
    text.append(self, bits: bits)
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// A value as a person reads it, in UTF-8: a dump has millions of them.
  mutating func append(_ value: FieldValue, bits: Int) {
    switch value {
    case .flag(let value): self += (value ? "true" : "false").utf8
    case .text(let text): self += "\"\(printable(text.string))\"".utf8
    case .bytes(let bytes):
      append(spaced: bytes.prefix(16))
      if bytes.count > 16 { self += " … (\(counted(bytes.count, "byte")))".utf8 }
    case .int(let value, let format):
      switch format {
      case .fixed(let fraction): self += decimal(Double(value) / Double(1 << fraction)).utf8
      default: append(decimal: value)
      }
    case .uint(let value, let format): append(value, format, bits: bits)
    }
  }

  private mutating func append(_ value: UInt64, _ format: FieldFormat, bits: Int) {
    switch format {
    case .decimal, .offset: append(decimal: value)
    case .hex, .flags:
      self += "0x".utf8
      append(hex: value, width: (bits + 3) / 4)
      append(meaning: format.meaning(of: value))
    case .fourCC:
      let code = FourCC(rawValue: UInt32(truncatingIfNeeded: value))
      self += (code.isNumber ? "\(code)" : "'\(code)'").utf8
    case .fixed(let fraction):
      self += decimal(Double(value) / Double(UInt64(1) << UInt64(fraction))).utf8
    case .seconds1904: append(value, value == 0 ? "not set" : Date1904.text(value))
    case .language:
      guard let code = PackedLanguage.letters(value) else {
        return append(value, "Macintosh language")
      }
      self += "\"\(code)\"".utf8
    case .float:
      self +=
        (bits == 32
        ? "\(Float(bitPattern: UInt32(truncatingIfNeeded: value)))"
        : "\(Double(bitPattern: value))").utf8
    case .names(let names): append(value, names[value])
    }
  }

  /// A number, and its meaning.
  private mutating func append(_ value: UInt64, _ meaning: String?) {
    append(decimal: value)
    append(meaning: meaning)
  }

  private mutating func append(meaning: String?) {
    guard let meaning else { return }
    self += " (".utf8
    self += meaning.utf8
    append(UInt8(ascii: ")"))
  }
}

/// The start of a long text, and how much more there is.
func shortened(_ text: String, to limit: Int = 200) -> String {
  guard text.count > limit else { return text }
  let start = text.prefix(limit)
  return "\(start)… (\(grouped(text.count)) characters)"
}
