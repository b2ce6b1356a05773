import ISOBMFF

enum SdtpSampleCount: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.4"
  static let sentence =
    "If the dependencies of samples are stated, they are stated for every sample."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["sdtp"], let samples = track.sampleCount,
        let count = place.box[SampleDependencyTypeBox.self]?.entries.count, count != samples
      else { continue }
      findings.add(
        at: place,
        "track \(track.id) has \(counted(samples, "sample")), but dependencies for \(count)")
    }
  }
}
