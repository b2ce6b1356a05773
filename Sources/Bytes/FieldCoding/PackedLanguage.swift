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

/// The language numbers of old QuickTime movies (QuickTime File Format, "Language code values").
package enum MacintoshLanguage {
  /// In the order of the numbers: the code of ISO 639-2/T, and for languages of the first systems the tag by which tags
  /// of metadata are told apart.
  private static let languages: [[Substring]] = [
    "eng en", "fra fr", "deu de", "ita it", "nld nl", "swe sv", "spa es", "dan da", "por pt",
    "nor no", "heb he", "jpn ja", "ara ar", "fin fi", "ell el", "isl is", "mlt mt", "tur tr",
    "hrv hr", "zho zh-TW", "urd ur", "hin hi", "tha th", "kor ko", "lit lt", "pol pl", "hun hu",
    "est et", "lav lv", "sme smi", "fao fo", "fas fa", "rus ru", "zho zh-CN", "nld", "gle", "sqi",
    "ron", "ces", "slk", "slv", "yid", "srp", "mkd", "bul", "ukr", "bel", "uzb", "kaz", "aze",
    "aze", "hye", "kat", "ron", "kir", "tgk", "tuk", "mon", "mon", "pus", "kur", "kas", "snd",
    "bod", "nep", "san", "mar", "ben", "asm", "guj", "pan", "ori", "mal", "kan", "tam", "tel",
    "sin", "mya", "khm", "lao", "vie", "ind", "tgl", "msa", "msa", "amh", "tir", "orm", "som",
    "swa", "kin", "run", "nya", "mlg", "epo",
  ].map { $0.split(separator: " ") }

  private static func language(_ code: UInt16) -> [Substring]? {
    languages.indices.contains(Int(code)) ? languages[Int(code)] : nil
  }

  /// The tag of a number: `en`, `zh-TW`; nil for languages that have none.
  package static func tag(_ code: UInt16) -> String? {
    language(code).flatMap { $0.count > 1 ? String($0[1]) : nil }
  }

  /// The language as three letters of 5 bits each. Letters do not change, and a number without a name becomes `und`.
  package static func packed(_ code: UInt16) -> UInt16 {
    if code >= 0x400, code != 0x7FFF { return code }
    return PackedLanguage.packed(language(code).map { String($0[0]) } ?? "und") ?? code
  }
}
