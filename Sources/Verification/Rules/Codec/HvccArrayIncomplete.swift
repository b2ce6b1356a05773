import HEVC
import ISOBMFF

enum HvccArrayIncomplete: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-15 §8.4.1"
  static let sentence = "The arrays of parameter sets of hvc1 are complete."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses where use.isOutOfBand {
      guard
        let index = use.record.arrays.firstIndex(where: {
          !$0.isComplete
            && [.videoParameterSet, .sequenceParameterSet, .pictureParameterSet].contains($0.type)
        })
      else { continue }
      findings.add(
        at: use.place, field: ["arrays[\(index)]", "array_completeness"],
        "\(use.title(in: file)) is said to have more parameter sets than the configuration has, which "
          + "'hvc1' rules out")
    }
  }
}
