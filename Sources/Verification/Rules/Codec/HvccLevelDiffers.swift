import HEVC
import ISOBMFF

enum HvccLevelDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-15 §8.3.3.1.3"
  static let sentence = "The level of a configuration is not below that of its SPS."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses {
      guard
        let sequence = use.sequences.first(where: {
          $0.level > use.record.level && $0.profile.tier == use.record.profile.tier
        })
      else { continue }
      findings.add(
        at: use.place, field: ["general_level_idc"],
        "the configuration of \(use.title(in: file)) says level \(use.record.level), but its SPS says "
          + "\(sequence.level): a player may try to play what it cannot play")
    }
  }
}
