/// The codes of the registration authority of which no field is read, with the reasons.
enum UnreadCodeReasons {
  /// The syntax of a code that the registry of boxes does not have.
  ///
  /// - Parameter specification: the authority's short form.
  static func syntax(
    _ code: FourCC, _ specification: String, _ kind: Catalogue.Kind
  ) -> Catalogue.Syntax {
    if partsOfOthers.contains(code) { return .fields }
    // Entries of tracks with pictures or audio are read by their handler.
    if kind == .sampleEntry, !sampleEntries.contains(code) { return .boxes }
    return .named(because: reason(code, specification, kind))
  }

  private static func reason(
    _ code: FourCC, _ specification: String, _ kind: Catalogue.Kind
  ) -> String {
    if code == "3gau" { return "it is only in samples of hint tracks" }
    if code == "tc64" || code == "STGS" || makers.contains(specification) {
      return "its form is not public"
    }
    return publicStandards.contains(specification)
      ? "its standard is public, but it is not read yet"
      : "its standard is sold, and no public text defines it"
  }

  private static let makers: Set<String> = [
    "Apple", "Auro", "Hipix", "SDV", "Universal Music Group", "WhatsApp", "Youtube",
  ]

  private static let publicStandards: Set<String> = [
    "3GPP", "ATSC 3.0 A337", "DECE", "DVB", "J2KHEIF", "OMA DRM XBS",
  ]

  /// Sample entries whose fields after the header are shown as bytes: their tracks have neither pictures nor audio.
  private static let sampleEntries: Set<FourCC> = [
    "3gor", "6vpt", "STGS", "dyvm", "ixse", "m2ts", "mlix", "ocpc", "oksd", "rvp2", "stmd",
    "tc64", "vrsp",
  ]

  /// Structures without a box of their own: other boxes contain them, and read them. `fdel` is a part of `infe`, and
  /// the others are namespaces of keys in `keyd`.
  private static let partsOfOthers: Set<FourCC> = ["fdel", "me4c", "uiso"]
}
