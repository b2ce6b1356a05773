import ISOBMFF
import Movie

enum ElstEmptyLast: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.6"
  static let sentence = "The last edit of a track is not an empty one."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track.editList, let edits = track.edits else { continue }
      // With no other, the track is never shown.
      guard edits.count > 1, edits[edits.count - 1, 1] == -1 else { continue }
      findings.add(
        at: place, field: ["entries[\(edits.count - 1)]"],
        "the last edit of track \(track.id) is empty, and programs end the track before it")
    }
  }
}
