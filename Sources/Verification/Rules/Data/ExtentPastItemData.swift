import HEIF
import ISOBMFF

enum ExtentPastItemData: Rule {
  static let id = "iloc-extent-past-idat"
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "The data of an item that is in idat lies within idat."
  static let concernsReading = true

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    ItemPlacement.report(file, &findings) { _, problem in
      if case .pastEnd(.itemData, _, _, _) = problem { "\(problem)" } else { nil }
    }
  }
}
