import ISOBMFF

extension FieldValue {
  /// The value as a person reads it.
  ///
  /// - Parameter bits: how wide the field is, for hexadecimal and floating-point numbers.
  func text(bits: Int) -> String {
    switch self {
    case .flag(let value): value ? "true" : "false"
    case .text(let text): "\"\(printable(text.string))\""
    case .bytes(let bytes):
      bytes.count <= 16
        ? Hex.spaced(bytes) : "\(Hex.spaced(bytes.prefix(16))) … (\(bytes.count) bytes)"
    case .int(let value, let format):
      switch format {
      case .fixed(let fraction): decimal(Double(value) / Double(1 << fraction))
      default: "\(value)"
      }
    case .uint(let value, let format): text(of: value, format, bits: bits)
    }
  }

  private func text(of value: UInt64, _ format: FieldFormat, bits: Int) -> String {
    switch format {
    case .decimal, .place: return "\(value)"
    case .hex:
      let digits = String(value, radix: 16)
      return "0x" + String(repeating: "0", count: max(0, (bits + 3) / 4 - digits.count)) + digits
    case .fourCC: return "'\(FourCC(rawValue: UInt32(truncatingIfNeeded: value)))'"
    case .fixed(let fraction): return decimal(Double(value) / Double(UInt64(1) << UInt64(fraction)))
    case .seconds1904: return value == 0 ? "0 (not set)" : "\(value) (\(Date1904.text(value)))"
    case .language: return languageText(value)
    case .float:
      return bits == 32
        ? "\(Float(bitPattern: UInt32(truncatingIfNeeded: value)))"
        : "\(Double(bitPattern: value))"
    case .names(let names): return names[value].map { "\(value) (\($0))" } ?? "\(value)"
    }
  }

  private func languageText(_ value: UInt64) -> String {
    guard let code = Language.code(value) else { return "\(value) (Macintosh language)" }
    return "\"\(code)\""
  }
}

/// Languages as `mdhd` has them (ISO/IEC 14496-12 §8.4.2.3).
enum Language {
  /// Three letters of ISO 639-2/T; nil for a Macintosh language code, which is below 0x400.
  static func code(_ packed: UInt64) -> String? {
    let letters = [10, 5, 0].map { UInt8(packed >> UInt64($0) & 31) }
    // QuickTime says 0x7FFF for no language.
    guard packed >= 0x400, packed < 0x8000, letters.allSatisfy({ (1...26).contains($0) }) else {
      return nil
    }
    return String(decoding: letters.map { $0 + 0x60 }, as: UTF8.self)
  }
}

/// `1 sample`, `1,294 samples`
package func counted(_ number: Int, _ noun: String, _ many: String? = nil) -> String {
  counted(number, noun, many, digits: grouped)
}

/// The start of a long text, and how much more there is.
func shortened(_ text: String, to limit: Int = 200) -> String {
  guard text.count > limit else { return text }
  let start = text.prefix(limit)
  return "\(start)… (\(grouped(text.count)) characters)"
}
