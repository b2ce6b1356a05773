import ISOBMFF

enum SampleGroupCount: Rule {
  static let id = "sbgp-sample-count"
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.9.2"
  static let sentence = "Samples in groups are samples of the track."

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      for place in track.tables where place.type == "sbgp" {
        guard let samples = track.sampleCount else { continue }
        check(place, samples, "track \(track.id)", &findings)
      }
    }
    for track in file.trackFragments {
      for place in file.children(of: track.place) where place.type == "sbgp" {
        check(place, track.sampleCount, "the fragment of track \(track.trackID)", &findings)
      }
    }
  }

  private static func check(
    _ place: PlacedBox, _ samples: Int, _ owner: String, _ findings: inout Findings
  ) {
    guard let box = place.box[SampleToGroupBox.self] else { return }
    var count: UInt64 = 0
    box.entries.forEachRow { _, row in count &+= UInt64(bitPattern: row[0]) }
    guard count > UInt64(samples) else { return }
    findings.add(
      at: place,
      "\(counted(count, "sample is", "samples are")) in groups of '\(box.groupingType)', but \(owner) has \(samples)"
    )
  }
}
