enum AuxlNotOfImage: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.4.5"
  static let sentence = "An auxiliary image is an image, and refers to images."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ImageReferences.report(file, &findings, of: "auxl", "auxiliary image")
  }
}
