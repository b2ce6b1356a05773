import ISOBMFF

enum FirstSampleNotSync: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.2"
  static let sentence = "Decoding of a track can start at its first sample."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stss"], let entries = place.box[SyncSampleBox.self]?.entries,
        let samples = track.sampleCount, samples > 0, !entries.isEmpty, entries[0, 0] > 1
      else { continue }
      findings.add(
        at: place, field: ["entries[0]"],
        "the first sync sample of track \(track.id) is sample \(entries[0, 0]): those before it cannot "
          + "be shown")
    }
  }
}
