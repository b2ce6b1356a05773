import ISOBMFF

enum BoxSizeBelowHeader: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §4.2.2"
  static let sentence = "The size of a box counts its header, so it is at least 8."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    Decoding.report(file, &findings) { if case .sizeBelowHeader = $0 { true } else { false } }
  }
}
