import ISOBMFF
import StillMetadata

enum JPEGHeadersWrong: Rule {
  static let severity = Severity.error
  static let clause = "ITU-T T.81 §B.2.2 to §B.2.4"
  static let sentence = "The scans of a JPEG picture have the frame and the tables that they need."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let segments = file.jpeg?.segments, segments.finding == nil,
      let problem = segments.structureProblem
    else { return }
    findings.add(offset: problem.offset, "\(problem.reason); decoders may stop there")
  }
}
