/// A language as `mdhd` has it: three letters of ISO 639-2/T in 5 bits each (ISO/IEC 14496-12 §8.4.2.3).
package enum PackedLanguage {
  /// The three letters. Nil for other values: Macintosh language numbers, which are below 0x400, and 0x7FFF, which
  /// stands for no language in QuickTime.
  package static func letters(_ packed: UInt64) -> String? {
    let letters = [10, 5, 0].map { UInt8(packed >> UInt64($0) & 31) }
    guard packed < 0x8000, letters.allSatisfy({ (1...26).contains($0) }) else { return nil }
    return String(decoding: letters.map { $0 + 0x60 }, as: UTF8.self)
  }

  /// The value for three letters from `a` to `z`; nil for other text.
  package static func packed(_ letters: String) -> UInt16? {
    let letters = letters.utf8
    guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    return letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
  }
}
