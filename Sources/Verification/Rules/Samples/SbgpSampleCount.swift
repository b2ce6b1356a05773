import ISOBMFF

enum SbgpSampleCount: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.9.2"
  static let sentence = "Samples in groups are samples of the track."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for groups in ExaminedSampleBox.all("sbgp", in: file) {
      guard let samples = groups.sampleCount,
        let box = groups.place.box[SampleToGroupBox.self]
      else { continue }
      let count = box.entries.sum(of: 0)
      guard count > UInt64(samples) else { continue }
      findings.add(
        at: groups.place,
        "\(counted(count, "sample is", "samples are")) in groups of '\(box.groupingType)', but "
          + "\(groups.owner) has \(samples)")
    }
  }
}
