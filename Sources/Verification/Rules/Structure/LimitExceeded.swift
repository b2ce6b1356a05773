import ISOBMFF

enum LimitExceeded: Rule {
  static let severity = Severity.error
  static let clause = "Boxwalk's limits against hostile files"
  static let sentence = "A file has no more depth and no more list elements than real files need."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    Decoding.report(file, &findings) { if case .exceedsLimit = $0 { true } else { false } }
  }
}
