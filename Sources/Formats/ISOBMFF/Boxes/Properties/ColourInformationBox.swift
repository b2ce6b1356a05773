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

/// Which colours the content really uses.
public struct ContentColourVolumeBox: BoxBody {
  public static let type: FourCC = "cclv"
  public static let specification = "ISO/IEC 14496-12 §12.1.8"

  /// Chromaticities in steps of 0.00002, of green, blue and red; nil if they are not stated.
  public var primaries: [Chromaticity]?
  /// Relative luminances in steps of 0.0000001.
  public var minLuminance: UInt32?
  public var maxLuminance: UInt32?
  public var avgLuminance: UInt32?

  /// A colour.
  public struct Chromaticity: FieldCodable {
    public var x: Int32 = 0
    public var y: Int32 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.int(32, "ccv_primaries_x", &x)
      try f.int(32, "ccv_primaries_y", &y)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var has = (primaries != nil, minLuminance != nil, maxLuminance != nil, avgLuminance != nil)
    try f.reserved(2)
    try f.flag("ccv_primaries_present_flag", &has.0)
    try f.flag("ccv_min_luminance_value_present_flag", &has.1)
    try f.flag("ccv_max_luminance_value_present_flag", &has.2)
    try f.flag("ccv_avg_luminance_value_present_flag", &has.3)
    try f.reserved(2)
    if has.0 {
      var colours = primaries ?? []
      try f.list("ccv_primaries", &colours, count: .exactly(3))
      primaries = colours
    } else {
      primaries = nil
    }
    try f.uint(32, "ccv_min_luminance_value", &minLuminance, if: has.1)
    try f.uint(32, "ccv_max_luminance_value", &maxLuminance, if: has.2)
    try f.uint(32, "ccv_avg_luminance_value", &avgLuminance, if: has.3)
  }
}

/// The brightness of white paper in the content.
struct NominalDiffuseWhiteBox: BoxBody {
  static let type: FourCC = "ndwt"
  static let specification = "ISO/IEC 14496-12/Amd 1"

  var header = FullBoxHeader()
  /// The luminance of diffuse white, in steps of 0.0001 cd/m².
  var diffuseWhiteLuminance: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "diffuse_white_luminance", &diffuseWhiteLuminance)
  }
}

/// How bright the content gets.
public struct ContentLightLevelBox: BoxBody {
  public static let type: FourCC = "clli"
  public static let specification = "ISO/IEC 14496-12 §12.1.6"

  /// The maximum light level, in cd/m² like the others.
  public var maxContentLightLevel: UInt16 = 0
  public var maxPicAverageLightLevel: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "max_content_light_level", &maxContentLightLevel)
    try f.uint(16, "max_pic_average_light_level", &maxPicAverageLightLevel)
  }
}

/// The display on which the content was graded.
public struct MasteringDisplayColourVolumeBox: BoxBody {
  public static let type: FourCC = "mdcv"
  public static let specification = "ISO/IEC 14496-12 §12.1.7"

  /// Chromaticities in steps of 0.00002, of green, blue and red.
  public var primaries = [Chromaticity](repeating: Chromaticity(), count: 3)
  /// The white of the display (`white_point_x`, `white_point_y`).
  public var whitePoint = Chromaticity()
  /// The greatest luminance, in steps of 0.0001 cd/m².
  public var maxLuminance: UInt32 = 0
  public var minLuminance: UInt32 = 0

  /// A colour, in coordinates of CIE 1931 and steps of 0.00002.
  public struct Chromaticity: FieldCodable {
    public var x: UInt16 = 0
    public var y: UInt16 = 0
    public init() {}
    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "x", &x)
      try f.uint(16, "y", &y)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("display_primaries", &primaries, count: .exactly(3))
    try f.within("white_point") { (f) throws(FieldError) in try whitePoint.fields(&f) }
    try f.uint(32, "max_display_mastering_luminance", &maxLuminance)
    try f.uint(32, "min_display_mastering_luminance", &minLuminance)
  }
}

/// The ambient light for which the content is intended.
public struct AmbientViewingEnvironmentBox: BoxBody {
  public static let type: FourCC = "amve"
  public static let specification = "ISO/IEC 14496-12 §12.1.9"

  /// The illuminance, in steps of 0.0001 lux.
  public var ambientIlluminance: UInt32 = 0
  public var ambientLightX: UInt16 = 0
  public var ambientLightY: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "ambient_illuminance", &ambientIlluminance)
    try f.uint(16, "ambient_light_x", &ambientLightX)
    try f.uint(16, "ambient_light_y", &ambientLightY)
  }
}
