import HEVC
import ISOBMFF

enum HvccSetType: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-15 §8.3.3.1.3"
  static let sentence =
    "An array of a configuration has NAL units of the type that it states, which are "
    + "parameter sets or SEI."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let allowed: Set<NALUnitType> = [
      .videoParameterSet, .sequenceParameterSet, .pictureParameterSet, .prefixSEI, .suffixSEI,
    ]
    for use in file.hevcUses {
      for (index, array) in use.record.arrays.enumerated() {
        if !allowed.contains(array.type) {
          findings.add(
            at: use.place, field: ["arrays[\(index)]", "NAL_unit_type"],
            "the configuration of \(use.title(in: file)) has an array of \(array.type), which does not "
              + "belong there")
          continue
        }
        for unit in array.nalUnits {
          let type = NALUnit.type(of: unit)
          guard type != array.type else { continue }
          findings.add(
            at: use.place, field: ["arrays[\(index)]"], offset: unit.fileOffset,
            "an array of \(array.type) has " + (type.map { "a \($0)" } ?? "an empty NAL unit"))
        }
      }
    }
  }
}
