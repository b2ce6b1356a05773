import HEIF
import ISOBMFF

enum IlocExtentPastItem: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "The data of an item that is in another item lies within that item."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { _, problem in
      if case .pastEnd(.item, _, _, _) = problem { "\(problem)" } else { nil }
    }
  }
}
