public import FieldCoding

/// The display on which the pictures were mastered (`mastering_display_colour_volume`, ITU-T H.265
/// §D.2.28; SMPTE ST 2086).
public struct MasteringDisplayColourVolume: SEIPayload {
  public static let payloadType: UInt32 = 137
  public static let name = "mastering_display_colour_volume"

  /// The primaries, in units of 0.00002; green, blue and red in this order, by recommendation.
  public var primaries = Array(repeating: Chromaticity(), count: 3)
  /// The chromaticity of white, in units of 0.00002.
  public var whitePoint = Chromaticity()
  /// The greatest luminance, in units of 0.0001 candelas per square metre.
  public var maxLuminance: UInt32 = 0
  /// The least luminance, in units of 0.0001 candelas per square metre.
  public var minLuminance: UInt32 = 0

  /// A colour without its brightness (CIE 1931), in units of 0.00002.
  public struct Chromaticity: Equatable, Sendable {
    /// The chromaticity x, 0 to 50000.
    public var x: UInt16 = 0
    /// The chromaticity y, 0 to 50000.
    public var y: UInt16 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("display_primaries", &primaries, exactly: 3, blank: Chromaticity()) {
      (primary, f) throws(FieldError) in
      try f.uint(16, "display_primaries_x", &primary.x)
      try f.uint(16, "display_primaries_y", &primary.y)
    }
    try f.uint(16, "white_point_x", &whitePoint.x)
    try f.uint(16, "white_point_y", &whitePoint.y)
    try f.uint(32, "max_display_mastering_luminance", &maxLuminance)
    try f.uint(32, "min_display_mastering_luminance", &minLuminance)
  }
}
