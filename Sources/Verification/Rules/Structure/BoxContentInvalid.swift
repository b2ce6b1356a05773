import ISOBMFF

enum BoxContentInvalid: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §4.2"
  static let sentence = "The fields of a box agree with each other and with what follows them."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    Decoding.report(file, &findings) { reason in
      switch reason {
      case .invalid, .unaligned, .doesNotFit: true
      case .truncated, .countBeyondEnd, .unsupportedVersion, .unsupportedWidth, .sizeBelowHeader,
        .sizeBeyondEnd, .exceedsLimit, .notRead:
        false
      }
    }
  }
}
