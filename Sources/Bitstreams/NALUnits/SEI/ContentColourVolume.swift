public import FieldCoding

/// The colours that the pictures really use (`content_colour_volume`, ITU-T H.265 §D.2.40).
public struct ContentColourVolume: SEIPayload {
  public static let payloadType: UInt32 = 149
  public static let name = "content_colour_volume"

  /// The volume from here on; nil if the message cancels the previous one.
  public var volume: Volume? = Volume()

  /// The bounds of the colours; a member is nil if it is not stated.
  public struct Volume: Equatable, Sendable {
    /// Whether it holds for more than the current picture.
    public var persists = false
    /// Three primaries, in units of 0.00002; green, blue and red in this order, by recommendation.
    public var primaries: [Chromaticity]?
    /// The least luminance, in units of 0.0000001 candelas per square metre.
    public var minLuminance: UInt32?
    /// The greatest luminance, in units of 0.0000001 candelas per square metre.
    public var maxLuminance: UInt32?
    /// The average luminance, in units of 0.0000001 candelas per square metre.
    public var averageLuminance: UInt32?
    /// `ccv_reserved_zero_2bits`
    public var reserved: UInt8 = 0
    public init() {}
  }

  /// A colour without its brightness (CIE 1931), in units of 0.00002.
  public struct Chromaticity: Equatable, Sendable {
    /// The chromaticity x, -5000000 to 5000000.
    public var x: Int32 = 0
    /// The chromaticity y, -5000000 to 5000000.
    public var y: Int32 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("ccv_cancel_flag", &volume, blank: Volume()) {
      (volume, f) throws(FieldError) in
      try volume.fields(&f)
    }
  }
}

extension ContentColourVolume.Volume {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("ccv_persistence_flag", &persists)
    try f.presence("ccv_primaries_present_flag", of: &primaries, blank: [])
    try f.presence("ccv_min_luminance_value_present_flag", of: &minLuminance, blank: 0)
    try f.presence("ccv_max_luminance_value_present_flag", of: &maxLuminance, blank: 0)
    try f.presence("ccv_avg_luminance_value_present_flag", of: &averageLuminance, blank: 0)
    try f.uint(2, "ccv_reserved_zero_2bits", &reserved)
    if var present = primaries {
      try f.list("ccv_primaries", &present, exactly: 3, blank: .init()) {
        (primary, f) throws(FieldError) in
        try f.int(32, "ccv_primaries_x", &primary.x)
        try f.int(32, "ccv_primaries_y", &primary.y)
      }
      primaries = present
    }
    try f.value(32, "ccv_min_luminance_value", &minLuminance)
    try f.value(32, "ccv_max_luminance_value", &maxLuminance)
    try f.value(32, "ccv_avg_luminance_value", &averageLuminance)
  }
}
