import ISOBMFF
import RegisteredCodes

/// The codes of the registration authority of which no field is read, with the reasons.
enum UnreadCodeReasons {
  /// The syntax of a code that the registry of boxes does not have.
  ///
  /// - Parameter specification: the authority's short form.
  static func syntax(
    _ code: FourCC, _ specification: String, _ kind: Catalogue.Kind
  ) -> Catalogue.Syntax {
    if partsOfOthers.contains(code) { return .fields }
    // Entries of tracks with pictures or sound are read by their handler.
    if kind == .sampleEntry, sampleEntries[code] == nil { return .boxes }
    return .named(because: reason(code, specification, kind))
  }

  private static func reason(
    _ code: FourCC, _ specification: String, _ kind: Catalogue.Kind
  ) -> String {
    let special = kind == .sampleEntry ? sampleEntries[code] : codes[code]
    return special ?? (makers.contains(specification) ? "its form is not public" : standard)
  }

  /// A layout that could not be compared with the standard, or with bytes of a writer, is not guessed.
  private static let standard = "the text that defines it was not available"

  private static let makers: Set<String> = [
    "Apple", "Auro", "Hipix", "Universal Music Group", "WhatsApp", "Youtube",
  ]

  private static let codes: [FourCC: String] = [
    "3gau": "it is only in samples of hint tracks"
  ]

  /// Sample entries whose fields after the header are shown as bytes: their tracks have neither pictures nor sound.
  private static let sampleEntries: [FourCC: String] = {
    var reasons: [FourCC: String] = [:]
    for code: FourCC in ["icpm", "icph", "icps", "icpt", "icpp"] {
      reasons[code] = "its fields are those of the entry that it stands for"
    }
    for code: FourCC in [
      "2dcc", "3glo", "3gor", "3gvo", "6vpt", "dyol", "dyvm", "dyvp", "invp", "ixse", "m2ts",
      "mlix",
      "ocpc", "oksd", "rvp2", "stmd", "unid", "vrsp",
    ] { reasons[code] = standard }
    for code: FourCC in ["STGS", "tc64"] { reasons[code] = "its form is not public" }
    return reasons
  }()

  /// Structures without a box of their own: other boxes contain them, and read them. `fdel` is a part of `infe`, and
  /// the others are namespaces of keys in `keyd`.
  private static let partsOfOthers: Set<FourCC> = ["fdel", "me4c", "uiso"]
}
