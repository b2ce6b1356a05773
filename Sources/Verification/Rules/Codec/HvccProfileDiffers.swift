import HEVC
import ISOBMFF

enum HvccProfileDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-15 §8.3.3.1.3"
  static let sentence = "The profile and tier of a configuration are those of its SPS."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses {
      guard
        let sequence = use.sequences.first(where: {
          !$0.profile.conforms(to: use.record.profile.idc)
        })
      else { continue }
      findings.add(
        at: use.place, field: ["general_profile_idc"],
        "the configuration of \(use.title(in: file)) says profile \(use.record.profile.idc), but its SPS "
          + "says \(sequence.profile.idc): a player may choose the wrong decoder")
    }
  }
}
