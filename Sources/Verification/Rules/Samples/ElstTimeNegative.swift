import ISOBMFF
import Movie

enum ElstTimeNegative: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.6"
  static let sentence =
    "The media time of an edit is not negative, unless it is −1 for an empty edit."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track.editList, let edits = track.edits else { continue }
      edits.forEachRow { index, row in
        guard row[1] < -1 else { return }
        findings.add(
          at: place, field: ["entries[\(index)]", "media_time"],
          "an edit starts at \(row[1]), before the media of track \(track.id)")
      }
    }
  }
}
