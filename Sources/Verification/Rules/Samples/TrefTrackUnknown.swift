import ISOBMFF
import Movie

enum TrefTrackUnknown: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.3.3"
  static let sentence = "Tracks refer to tracks of the movie."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let known = Set(file.sampleTables.map(\.id))
    // References can be to groups of tracks as well.
    let groups = Set(
      file.sampleTables.flatMap { track in
        track.track.box.children.at("trgr").compactMap { $0[TrackGroupTypeBox.self]?.trackGroupID }
      })
    for (track, reference) in file.trackReferences {
      for id in reference.ids where !known.contains(id) && !groups.contains(id) {
        if id == 0, file.has(RuleQuirk.freedReferences) { continue }
        findings.add(
          at: reference.place, "track \(track.id) refers to track \(id), which does not exist")
      }
    }
  }
}
