import FieldCoding

/// The language numbers of old QuickTime movies (QuickTime File Format, "Language code values").
package enum MacintoshLanguage {
  /// The codes of ISO 639-2/T in the order of Macintosh numbers.
  private static let codes: [String] = [
    "eng", "fra", "deu", "ita", "nld", "swe", "spa", "dan", "por", "nor", "heb", "jpn", "ara",
    "fin", "ell", "isl", "mlt", "tur", "hrv", "zho", "urd", "hin", "tha", "kor", "lit", "pol",
    "hun", "est", "lav", "sme", "fao", "fas", "rus", "zho", "nld", "gle", "sqi", "ron", "ces",
    "slk", "slv", "yid", "srp", "mkd", "bul", "ukr", "bel", "uzb", "kaz", "aze", "aze", "hye",
    "kat", "ron", "kir", "tgk", "tuk", "mon", "mon", "pus", "kur", "kas", "snd", "bod", "nep",
    "san", "mar", "ben", "asm", "guj", "pan", "ori", "mal", "kan", "tam", "tel", "sin", "mya",
    "khm", "lao", "vie", "ind", "tgl", "msa", "msa", "amh", "tir", "orm", "som", "swa", "kin",
    "run", "nya", "mlg", "epo",
  ]

  /// The language as three letters of 5 bits each. Letters do not change, and a number without a name becomes `und`.
  package static func packed(_ code: UInt16) -> UInt16 {
    if code >= 0x400, code != 0x7FFF { return code }
    let letters = codes.indices.contains(Int(code)) ? codes[Int(code)] : "und"
    return PackedLanguage.packed(letters) ?? code
  }
}
