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
