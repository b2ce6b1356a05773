/// The display on which VP9 was mastered.
public struct SMPTE2086MasteringDisplayMetadataBox: BoxBody {
  public static let type: FourCC = "SmDm"
  public static let specification = "VP Codec ISO Media File Format Binding"

  public var header = FullBoxHeader()
  /// Chromaticities are 0.16, in red, green, blue.
  public var redX: UInt16 = 0
  public var redY: UInt16 = 0
  public var greenX: UInt16 = 0
  public var greenY: UInt16 = 0
  public var blueX: UInt16 = 0
  public var blueY: UInt16 = 0
  public var whiteX: UInt16 = 0
  public var whiteY: UInt16 = 0
  /// 24.8 candelas per square metre.
  public var luminanceMax: UInt32 = 0
  /// 18.14 candelas per square metre.
  public var luminanceMin: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "primaryRChromaticity_x", &redX, as: .fixed(fraction: 16))
    try f.uint(16, "primaryRChromaticity_y", &redY, as: .fixed(fraction: 16))
    try f.uint(16, "primaryGChromaticity_x", &greenX, as: .fixed(fraction: 16))
    try f.uint(16, "primaryGChromaticity_y", &greenY, as: .fixed(fraction: 16))
    try f.uint(16, "primaryBChromaticity_x", &blueX, as: .fixed(fraction: 16))
    try f.uint(16, "primaryBChromaticity_y", &blueY, as: .fixed(fraction: 16))
    try f.uint(16, "whitePointChromaticity_x", &whiteX, as: .fixed(fraction: 16))
    try f.uint(16, "whitePointChromaticity_y", &whiteY, as: .fixed(fraction: 16))
    try f.uint(32, "luminanceMax", &luminanceMax, as: .fixed(fraction: 8))
    try f.uint(32, "luminanceMin", &luminanceMin, as: .fixed(fraction: 14))
  }
}

/// How bright the content of VP9 is, in candelas per square metre.
public struct VPContentLightLevelBox: BoxBody {
  public static let type: FourCC = "CoLL"
  public static let specification = "VP Codec ISO Media File Format Binding"

  public var header = FullBoxHeader()
  public var maxCLL: UInt16 = 0
  public var maxFALL: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "maxCLL", &maxCLL)
    try f.uint(16, "maxFALL", &maxFALL)
  }
}
