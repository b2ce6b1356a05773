import ISOBMFF
import Movie

enum MehdDurationDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.8.2"
  static let sentence = "The duration of a fragmented movie is that of its longest track."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.all(at: "moov", "mvex", "mehd").first,
      let header = place.box[MovieExtendsHeaderBox.self], header.fragmentDuration > 0,
      let scale = file.movieTimescale, !file.fragments.isEmpty
    else { return }
    // With edits, the duration excludes a hidden start, so a movie may be shorter, and includes the time before a late one.
    let ends = file.sampleTables.compactMap { table in
      table.track.duration.map { $0 + (table.track.start ?? 0) }
    }
    guard let longest = ends.max() else { return }
    let stated = Double(header.fragmentDuration) / Double(scale)
    guard stated - longest > max(1, longest / 10) else { return }
    findings.add(
      at: place, field: ["fragment_duration"],
      "the movie is said to last \(Seconds.text(stated)), but its fragments last "
        + Seconds.text(longest))
  }
}
