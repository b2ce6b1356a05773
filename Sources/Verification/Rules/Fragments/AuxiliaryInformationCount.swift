import ISOBMFF

enum AuxiliaryInformationCount: Rule {
  static let id = "saiz-sample-count"
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.8"
  static let sentence = "Information beside samples is of samples of the track."

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      for place in track.tables where place.type == "saiz" {
        guard let samples = track.sampleCount else { continue }
        check(place, samples, "track \(track.id)", &findings)
      }
    }
    for track in file.trackFragments {
      for place in file.children(of: track.place) where place.type == "saiz" {
        check(place, track.sampleCount, "the fragment of track \(track.trackID)", &findings)
      }
    }
  }

  private static func check(
    _ place: PlacedBox, _ samples: Int, _ owner: String, _ findings: inout Findings
  ) {
    guard let count = place.box[SampleAuxiliaryInformationSizesBox.self]?.sampleCount,
      Int(count) > samples
    else { return }
    findings.add(
      at: place, field: ["sample_count"],
      "there is information beside \(counted(count, "sample")), but \(owner) has \(samples)")
  }
}
