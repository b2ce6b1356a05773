import ISOBMFF

enum SencSampleCount: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23001-7 §7.2"
  static let sentence = "If samples have initialisation vectors, every sample has one."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.trackFragments {
      for place in file.children(of: track.place) where place.type == "senc" {
        guard let count = place.box[SampleEncryptionBox.self]?.samples.sampleCount,
          Int(count) != track.sampleCount
        else { continue }
        findings.add(
          at: place, field: ["sample_count"],
          "the encryption of \(counted(count, "sample")) is described, but the fragment of track \(track.trackID) "
            + "has \(track.sampleCount)")
      }
    }
  }
}
