import ISOBMFF

enum BoxVersionUnknown: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §4.2.2"
  static let sentence =
    "A box has a version that its specification defines; readers ignore boxes of other versions."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    Decoding.report(file, &findings) { if case .unsupportedVersion = $0 { true } else { false } }
  }
}
