import ISOBMFF
import Movie

enum TrackIDZero: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.3.2"
  static let sentence = "The ID of a track is not 0."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables where track.track.header?.trackID == 0 {
      findings.add(
        at: track.header, field: ["track_ID"],
        "a track has the ID 0, so that nothing can refer to it and fragments cannot add to it")
    }
  }
}
