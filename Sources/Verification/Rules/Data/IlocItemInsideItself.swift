import HEIF
import ISOBMFF

enum IlocItemInsideItself: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence =
    "The data of an item is not located in an item that is itself located in it."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { _, problem in
      if case .insideItself = problem { "\(problem)" } else { nil }
    }
  }
}
