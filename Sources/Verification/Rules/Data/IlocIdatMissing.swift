import HEIF
import ISOBMFF

enum IlocIdatMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "Where items have their data in idat, there is an idat box in meta."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { _, problem in
      if case .noItemData = problem { "\(problem)" } else { nil }
    }
  }
}
