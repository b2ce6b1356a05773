import ISOBMFF

enum BoxFieldsTruncated: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §4.2"
  static let sentence = "A box has room for all the fields that its syntax asks for."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    Decoding.report(file, &findings) { reason in
      switch reason {
      case .truncated, .countBeyondEnd: true
      default: false
      }
    }
  }
}
