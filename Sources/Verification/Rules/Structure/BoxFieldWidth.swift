import ISOBMFF

enum BoxFieldWidth: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "A box that states the width of its numbers states at most 64 bits."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    Decoding.report(file, &findings) { if case .unsupportedWidth = $0 { true } else { false } }
  }
}
