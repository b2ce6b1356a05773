import ISOBMFF

enum BoxSizeBeyondEnd: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §4.2.2"
  static let sentence = "A box ends within the box that contains it."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    Decoding.report(file, &findings) { if case .sizeBeyondEnd = $0 { true } else { false } }
  }
}
