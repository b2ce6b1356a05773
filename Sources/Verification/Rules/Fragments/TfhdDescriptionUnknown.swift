import ISOBMFF

enum TfhdDescriptionUnknown: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.8.7"
  static let sentence = "Fragments name the sample entry that says how their samples are coded."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.trackFragments {
      guard let tables = file.sampleTablesByID[track.trackID],
        tables.descriptions != nil,
        let index = track.header.sampleDescriptionIndex
          ?? track.defaults?.defaultSampleDescriptionIndex,
        index < 1 || Int(index) > tables.entries.count, track.sampleCount > 0
      else { continue }
      findings.add(
        at: track.headerPlace, field: ["sample_description_index"],
        "the samples of track \(track.trackID) name sample entry \(index) of \(tables.entries.count): "
          + "it is unknown how they are coded")
    }
  }
}
