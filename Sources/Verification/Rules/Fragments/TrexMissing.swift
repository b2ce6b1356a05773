import ISOBMFF

enum TrexMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.8.3"
  static let sentence = "Each track of a fragmented movie has defaults for its fragments."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.all(at: "moov", "mvex").first else { return }
    let known = Set(
      file.all(at: "moov", "mvex", "trex").compactMap {
        $0.box[TrackExtendsBox.self]?.trackID
      })
    let used = Set(file.trackFragments.map(\.trackID))
    for track in file.sampleTables where !known.contains(track.id) && used.contains(track.id) {
      findings.add(at: place, "track \(track.id) has fragments, but no 'trex'")
    }
  }
}
