import HEVC
import Metadata

/// The meaning of sample values: code points (ITU-T H.273), or an ICC profile.
public struct ColourInformationBox: BoxBody {
  public static let type: FourCC = "colr"
  public static let specification = "ISO/IEC 14496-12 §12.1.5"

  /// `nclx`, `nclc` (QuickTime: no range), `prof`, `rICC`.
  public var colourType: FourCC = "nclx"
  public var colourPrimaries: UInt16 = 2
  public var transferCharacteristics: UInt16 = 2
  public var matrixCoefficients: UInt16 = 2
  public var isFullRange = false
  /// False in files that write `nclx` as QuickTime writes `nclc`, without the range.
  public var hasFullRangeFlag = true
  public var iccProfile = Bytes()

  /// Whether the colours are stated by an ICC profile: the type is `prof` or `rICC`.
  public var hasProfile: Bool { colourType == "prof" || colourType == "rICC" }
  /// Whether they are stated by code points: the type is `nclx` or `nclc`.
  public var hasCodePoints: Bool { colourType == "nclx" || colourType == "nclc" }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("colour_type", &colourType)
    switch colourType {
    case "nclx", "nclc":
      try f.uint(16, "colour_primaries", &colourPrimaries, as: .names(CodePoints.colourPrimaries))
      try f.uint(
        16, "transfer_characteristics", &transferCharacteristics,
        as: .names(CodePoints.transferCharacteristics))
      try f.uint(
        16, "matrix_coefficients", &matrixCoefficients, as: .names(CodePoints.matrixCoefficients))
      if colourType == "nclc" { return }
      if f.isDecoding { hasFullRangeFlag = !f.isAtEnd }
      if hasFullRangeFlag {
        try f.flag("full_range_flag", &isFullRange)
        try f.reserved(7)
      }
    case "prof", "rICC":
      try f.bytes("ICC_profile", &iccProfile, count: .toEnd, of: .iccProfile)
    default: break
    }
  }
}
