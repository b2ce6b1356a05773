enum ThumbnailOfNoImage: Rule {
  static let id = "thmb-not-of-image"
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.4.4"
  static let sentence = "A thumbnail is an image, and refers to an image."

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    ImageReferences.report(file, &findings, of: "thmb", "thumbnail")
  }
}
