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
public struct NominalDiffuseWhiteBox: BoxBody {
  public static let type: FourCC = "ndwt"
  public static let specification = "ISO/IEC 14496-12/Amd 1"

  public var header = FullBoxHeader()
  /// The luminance of diffuse white, in steps of 0.0001 cd/m².
  public var diffuseWhiteLuminance: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "diffuse_white_luminance", &diffuseWhiteLuminance)
  }
}
