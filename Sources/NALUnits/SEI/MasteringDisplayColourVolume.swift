public import FieldCoding

/// The display on which the pictures were mastered (`mastering_display_colour_volume`, ITU-T H.265
/// §D.2.28; SMPTE ST 2086).
public struct MasteringDisplayColourVolume: SEIPayload {
  public static let payloadType: UInt32 = 137
  public static let name = "mastering_display_colour_volume"

  /// In units of 0.00002; green, blue and red in this order, by recommendation.
  public var primaries = Array(repeating: Chromaticity(), count: 3)
  public var whitePoint = Chromaticity()
  /// In units of 0.0001 candelas per square metre.
  public var maxLuminance: UInt32 = 0
  public var minLuminance: UInt32 = 0

  public struct Chromaticity: Equatable, Sendable {
    public var x: UInt16 = 0
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
