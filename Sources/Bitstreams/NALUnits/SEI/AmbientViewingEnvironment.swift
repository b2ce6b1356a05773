public import FieldCoding

/// The light around the display for which the pictures were made (`ambient_viewing_environment`,
/// ITU-T H.265 §D.2.39).
public struct AmbientViewingEnvironment: SEIPayload {
  public static let payloadType: UInt32 = 148
  public static let name = "ambient_viewing_environment"

  /// The illuminance, in units of 0.0001 lux.
  public var illuminance: UInt32 = 0
  /// The chromaticity x of the light (CIE 1931), in units of 0.00002.
  public var lightX: UInt16 = 0
  /// The chromaticity y of the light (CIE 1931), in units of 0.00002.
  public var lightY: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "ambient_illuminance", &illuminance)
    try f.uint(16, "ambient_light_x", &lightX)
    try f.uint(16, "ambient_light_y", &lightY)
  }
}
