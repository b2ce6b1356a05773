import ISOBMFF
import Movie

enum TrackIDTwice: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.3.2"
  static let sentence = "No two tracks have the same ID."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    var seen: [UInt32: ExaminedBox] = [:]
    for track in file.sampleTables where track.track.header != nil {
      if let first = seen[track.id] {
        findings.add(
          at: track.header, field: ["track_ID"],
          "this track and \(first.path) have the ID \(track.id): programs take one for the other"
        )
      } else {
        seen[track.id] = track.place
      }
    }
  }
}
