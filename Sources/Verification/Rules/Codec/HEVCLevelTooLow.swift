import HEVC
import ISOBMFF

enum HEVCLevelTooLow: Rule {
  static let severity = Severity.warning
  static let clause = "ITU-T H.265 §A.4.1"
  static let sentence = "The level of a sequence allows pictures of its size."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses {
      for sequence in use.sequences {
        let (width, height) = (UInt64(sequence.width), UInt64(sequence.height))
        guard let limit = lumaSamples[sequence.level.idc] else { continue }
        let isTooLarge =
          width * height > limit || width * width > 8 * limit || height * height > 8 * limit
        guard isTooLarge else { continue }
        findings.add(
          at: use.place,
          "\(use.title(in: file)) has pictures of \(width) × \(height), more than its level "
            + "\(sequence.level) allows (\(limit) samples): some decoders will refuse them")
      }
    }
  }

  /// `MaxLumaPs` of Table A.8, by `general_level_idc`.
  private static let lumaSamples: [UInt8: UInt64] = [
    30: 36_864, 60: 122_880, 63: 245_760, 90: 552_960, 93: 983_040, 120: 2_228_224, 123: 2_228_224,
    150: 8_912_896, 153: 8_912_896, 156: 8_912_896, 180: 35_651_584, 183: 35_651_584,
    186: 35_651_584, 189: 80_216_064, 210: 142_606_336, 213: 142_606_336, 216: 142_606_336,
  ]
}
