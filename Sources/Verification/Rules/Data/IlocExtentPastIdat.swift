import HEIF
import ISOBMFF

enum IlocExtentPastIdat: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "The data of an item that is in idat lies within idat."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { _, problem in
      if case .pastEnd(.itemData, _, _, _) = problem { "\(problem)" } else { nil }
    }
  }
}
