import ISOBMFF

enum StsdEmpty: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.5.2"
  static let sentence = "A track says how its samples are coded."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track.descriptions, track.entries.isEmpty else { continue }
      findings.add(
        at: place, "track \(track.id) has no sample entry: it is unknown how its samples are coded")
    }
  }
}
