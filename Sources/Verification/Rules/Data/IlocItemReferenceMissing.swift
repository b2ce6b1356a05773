import HEIF
import ISOBMFF

enum IlocItemReferenceMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence =
    "An extent within another item names that item by its place among the references of "
    + "type iloc."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { _, problem in
      switch problem {
      case .noReference, .noItem: "\(problem)"
      default: nil
      }
    }
  }
}
