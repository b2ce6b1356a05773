import HEVC
import ISOBMFF

enum HvccConstraintsDiffer: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-15 §8.3.3.1.3"
  static let sentence =
    "The compatibility and constraint flags of a configuration are those of its SPS."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses {
      guard use.sequences.count == 1, let sequence = use.sequences.first else { continue }
      var fields: [String] = []
      if sequence.profile.compatibility != use.record.profile.compatibility {
        fields.append("general_profile_compatibility_flags")
      }
      if sequence.profile.constraints != use.record.profile.constraints {
        fields.append("general_constraint_indicator_flags")
      }
      guard let first = fields.first else { continue }
      findings.add(
        at: use.place, field: [first],
        "\(fields.joined(separator: " and ")) of \(use.title(in: file)) differ from the SPS, which says "
          + "\(sequence.codecString()); the configuration says \(use.record.codecString())")
    }
  }
}
