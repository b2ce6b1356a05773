enum ThmbNotOfImage: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.4.4"
  static let sentence = "A thumbnail is an image, and refers to an image."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ImageReferences.report(file, &findings, of: "thmb", "thumbnail")
  }
}
