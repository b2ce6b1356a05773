import ISOBMFF

enum StssEmpty: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.2"
  static let sentence = "Decoding of a track can start at one of its samples."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stss"], let samples = track.sampleCount, samples > 0,
        place.box[SyncSampleBox.self]?.entries.isEmpty ?? false
      else { continue }
      findings.add(
        at: place,
        "the list of sync samples of track \(track.id) is empty: players cannot seek in it")
    }
  }
}
