import HEIF
import ISOBMFF

enum IlocConstructionMethodUnknown: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "The construction method of an item is 0 (file), 1 (idat) or 2 (item)."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { _, problem in
      if case .unknownMethod = problem { "\(problem)" } else { nil }
    }
  }
}
