import HEVC
import ISOBMFF

enum HvccVersion: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-15 §8.3.3.1.3"
  static let sentence = "The version of a decoder configuration record is 1."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses where use.record.configurationVersion != 1 {
      findings.add(
        at: use.place, field: ["configurationVersion"],
        "the configuration of \(use.title(in: file)) has the version \(use.record.configurationVersion): "
          + "programs do not read it")
    }
  }
}
