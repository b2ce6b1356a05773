import HEIF
import ISOBMFF

enum ItemDataMissing: Rule {
  static let id = "iloc-idat-missing"
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "Where items have their data in idat, there is an idat box in meta."
  static let concernsReading = true

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { _, problem in
      if case .noItemData = problem { "\(problem)" } else { nil }
    }
  }
}
