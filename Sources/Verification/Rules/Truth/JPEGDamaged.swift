import ISOBMFF
import StillMetadata

enum JPEGDamaged: Rule {
  static let severity = Severity.error
  static let clause = "ITU-T T.81 §B.1"
  static let sentence = "A JPEG file is a sequence of segments, each as long as it says."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let error = file.jpeg?.segments.finding else { return }
    findings.add(offset: error.offset, "\(error.reason)")
  }
}
