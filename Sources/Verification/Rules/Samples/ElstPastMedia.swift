import ISOBMFF
import Movie

enum ElstPastMedia: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.6"
  static let sentence = "Edits show parts of the media that are there."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track.editList, let edits = track.edits else { continue }
      // Edits use composition times, and the last composed sample need not be the last decoded one.
      guard !file.isFragmented, let last = track.track.samples.sample(composedAt: .max) else {
        continue
      }
      let end = last.compositionTime.addingSaturating(last.duration)
      edits.forEachRow { index, row in
        guard row[1] > 0, row[1] >= end, row[0] != 0 else { return }
        findings.add(
          at: place, field: ["entries[\(index)]", "media_time"],
          "an edit starts at \(row[1]), but the media of track \(track.id) ends at \(end): "
            + "there is nothing to show")
      }
    }
  }
}
