import ISOBMFF
import Movie

enum TrackDurationDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.3.2"
  static let sentence =
    "The duration of a track is the sum of its edits, or that of its samples if it has none."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let scale = file.movieTimescale, !file.isFragmented else { return }
    for track in file.sampleTables {
      guard let header = track.track.header,
        let stated = header.duration.known(header.header.version),
        let actual = duration(track, scale)
      else { continue }
      let seconds = Double(stated) / Double(scale)
      guard abs(seconds - actual.seconds) > Seconds.tolerance else { continue }
      let leavesOutEmpty = abs(seconds + actual.empty - actual.seconds) <= Seconds.tolerance
      findings.add(
        at: track.header, field: ["duration"],
        "track \(track.id) is said to last \(Seconds.text(seconds)), but its \(actual.of) last "
          + Seconds.text(actual.seconds) + (leavesOutEmpty ? " with the empty one" : ""))
    }
  }

  /// The duration, what it is the sum of, and the duration of the empty edit at the start.
  private static func duration(
    _ track: ExaminedSampleTables, _ scale: UInt32
  ) -> (seconds: Double, of: String, empty: Double)? {
    if let edits = track.edits, !edits.isEmpty {
      // Edits that repeat fill the duration that the track states.
      if track.editList?.box[EditListBox.self].map({ $0.header.flags & 1 != 0 }) ?? false {
        return nil
      }
      var sum: UInt64 = 0
      edits.forEachRow { _, row in sum &+= UInt64(bitPattern: row[0]) }
      let empty = edits[0, 1] == -1 ? Double(edits[0, 0]) / Double(scale) : 0
      return (Double(sum) / Double(scale), "edits", empty)
    }
    guard track.timescale > 0, let times = track.times, times.samples > 0 else { return nil }
    return (Double(times.sum) / Double(track.timescale), "samples", 0)
  }
}
