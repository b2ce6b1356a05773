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
