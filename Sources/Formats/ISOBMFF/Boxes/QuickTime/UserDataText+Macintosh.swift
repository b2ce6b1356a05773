extension UserDataTextBox.Entry {
  /// The text. If it is not UTF-8, and its language is a Macintosh number, it has the encoding of that system
  /// (QuickTime File Format, "Language code values"); only that of western languages is known here.
  public var string: String {
    guard MacintoshRoman.languages.contains(language),
      String(validating: text.bytes, as: UTF8.self) == nil
    else {
      return text.string
    }
    let end = text.bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return String(
      String.UnicodeScalarView(
        text.bytes[..<end].map { byte in
          byte < 0x80 ? Unicode.Scalar(byte) : MacintoshRoman.upper[Int(byte) - 0x80]
        }))
  }
}

/// The western encoding of the Macintosh (Mac OS Roman), whose lower half is ASCII.
private enum MacintoshRoman {
  /// English to Norwegian, Finnish and Flemish.
  static let languages = Set<UInt16>([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 34])
  /// The characters of the bytes from 0x80 on.
  static let upper = Array(
    ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
      + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ")
      .unicodeScalars)
}
