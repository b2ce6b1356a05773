import ISOBMFF

enum StssSampleUnknown: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.2"
  static let sentence = "Sync samples are samples of the track."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stss"], let entries = place.box[SyncSampleBox.self]?.entries,
        let samples = track.sampleCount
      else { continue }
      entries.forEachRow { index, row in
        guard row[0] < 1 || row[0] > Int64(samples) else { return }
        findings.add(
          at: place, field: ["entries[\(index)]"],
          "sample \(row[0]) does not exist: track \(track.id) has samples 1 to \(samples)")
      }
    }
  }
}
