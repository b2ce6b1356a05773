import ISOBMFF

enum TfhdTrackUnknown: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.8.7"
  static let sentence = "Fragments add to tracks of the movie."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.movie != nil else { return }
    let known = Set(file.sampleTables.map(\.id))
    for track in file.trackFragments where !known.contains(track.trackID) {
      findings.add(
        at: track.headerPlace, field: ["track_ID"],
        "the fragment belongs to track \(track.trackID), which the movie does not have: its samples are lost"
      )
    }
  }
}
