import HEVC
import ISOBMFF

enum HvccSetsMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-15 §8.4.1, ISO/IEC 23008-12 §B.2.1"
  static let sentence =
    "The configuration of hvc1 has the video, sequence and picture parameter sets."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses where use.isOutOfBand {
      let kinds: [(NALUnitType, String)] = [
        (.videoParameterSet, "VPS"), (.sequenceParameterSet, "SPS"), (.pictureParameterSet, "PPS"),
      ]
      let missing = kinds.filter { use.record.nalUnits($0.0).isEmpty }.map(\.1)
      guard !missing.isEmpty else { continue }
      findings.add(
        at: use.place,
        "\(use.title(in: file)) has no \(missing.joined(separator: ", ")) in its configuration: a decoder "
          + "cannot start")
    }
  }
}
