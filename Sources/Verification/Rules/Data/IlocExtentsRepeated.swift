import HEIF
import ISOBMFF

enum IlocExtentsRepeated: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence =
    "The extents of an item have at most as many bytes together as the file."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { _, problem in
      if case .overlapping = problem { "\(problem)" } else { nil }
    }
  }
}
