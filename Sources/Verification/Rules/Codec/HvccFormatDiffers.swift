import HEVC
import ISOBMFF

enum HvccFormatDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-15 §8.3.3.1.3"
  static let sentence =
    "The chroma format and the bit depths of a configuration are those of its SPS."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses {
      for sequence in use.sequences {
        let stated = (
          Int(use.record.chromaFormat.rawValue), Int(use.record.bitDepthLumaMinus8) + 8,
          Int(use.record.bitDepthChromaMinus8) + 8
        )
        let coded = (
          Int(sequence.chromaFormat.rawValue), sequence.bitDepthLuma, sequence.bitDepthChroma
        )
        guard stated != coded else { continue }
        findings.add(
          at: use.place,
          field: [stated.0 != coded.0 ? "chroma_format_idc" : "bit_depth_luma_minus8"],
          "the configuration of \(use.title(in: file)) says chroma format \(stated.0) and \(stated.1) bits, "
            + "but its SPS says \(coded.0) and \(coded.1) bits")
        break
      }
    }
  }
}
