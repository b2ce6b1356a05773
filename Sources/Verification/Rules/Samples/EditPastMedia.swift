import ISOBMFF
import Movie

enum EditPastMedia: Rule {
  static let id = "elst-past-media"
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.6"
  static let sentence = "Edits show parts of the media that are there."

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track.editList, let edits = track.track.edits else { continue }
      guard !file.isFragmented, let times = track.times, times.samples > 0 else { continue }
      edits.forEachRow { index, row in
        guard row[1] > 0, UInt64(row[1]) >= times.duration, row[0] != 0 else { return }
        findings.add(
          at: place, field: ["entries[\(index)]", "media_time"],
          "an edit starts at \(row[1]), but the media of track \(track.id) ends at \(times.duration): "
            + "there is nothing to show")
      }
    }
  }
}
