import ISOBMFF

enum SaizSampleCount: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.8"
  static let sentence = "Sample auxiliary information belongs to samples of the track."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for information in ExaminedSampleBox.all("saiz", in: file) {
      guard let samples = information.sampleCount,
        let count = information.place.box[SampleAuxiliaryInformationSizesBox.self]?.sampleCount,
        Int(count) > samples
      else { continue }
      findings.add(
        at: information.place, field: ["sample_count"],
        "there is auxiliary information for \(counted(count, "sample")), but \(information.owner) has "
          + "\(samples)")
    }
  }
}
