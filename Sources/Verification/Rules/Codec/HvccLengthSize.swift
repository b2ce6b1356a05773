import HEVC
import ISOBMFF

enum HvccLengthSize: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-15 §8.3.3.1.3"
  static let sentence = "The lengths before NAL units have 1, 2 or 4 bytes."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses where use.record.lengthSizeMinusOne == 2 {
      findings.add(
        at: use.place, field: ["lengthSizeMinusOne"],
        "the lengths before the NAL units of \(use.title(in: file)) are said to have 3 bytes")
    }
  }
}
