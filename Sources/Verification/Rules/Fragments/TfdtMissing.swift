import ISOBMFF

enum TfdtMissing: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.8.12"
  static let sentence = "A fragment says when it starts."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    var counts: [UInt32: (first: ExaminedBox, count: Int)] = [:]
    for track in file.trackFragments
    where track.decodeTime == nil && !hasExtendedHeader(track.place.box) {
      counts[track.trackID, default: (track.place, 0)].count += 1
    }
    for (id, (first, count)) in counts.sorted(by: { $0.key < $1.key }) {
      findings.add(
        at: first,
        "\(counted(count, "fragment")) of track \(id) \(count == 1 ? "does" : "do") not say when "
          + "\(count == 1 ? "it starts" : "they start") (tfdt): players must read all before to seek"
      )
    }
  }

  /// Smooth Streaming states the time in another box.
  private static func hasExtendedHeader(_ box: Box) -> Bool {
    box.children.contains { $0[TrackFragmentExtendedHeaderBox.self] != nil }
  }
}
