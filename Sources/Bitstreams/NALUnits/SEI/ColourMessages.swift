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

/// The light levels of the pictures (`content_light_level_info`, ITU-T H.265 §D.2.35; CTA-861.3).
public struct ContentLightLevelInformation: SEIPayload {
  public static let payloadType: UInt32 = 144
  public static let name = "content_light_level_info"

  /// The greatest light level of any sample, in candelas per square metre (MaxCLL); 0 if nothing is
  /// said.
  public var maxContentLightLevel: UInt16 = 0
  /// The average of any picture (MaxFALL); 0 if it is not stated.
  public var maxPictureAverageLightLevel: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "max_content_light_level", &maxContentLightLevel)
    try f.uint(16, "max_pic_average_light_level", &maxPictureAverageLightLevel)
  }
}

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

/// Transfer characteristics that decoders should prefer to those of the VUI, if they support them
/// (`alternative_transfer_characteristics`, ITU-T H.265 §D.2.38).
public struct AlternativeTransferCharacteristics: SEIPayload {
  public static let payloadType: UInt32 = 147
  public static let name = "alternative_transfer_characteristics"

  /// See ``CodePoints/transferCharacteristics``.
  public var preferred: UInt8 = 2

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      8, "preferred_transfer_characteristics", &preferred,
      as: .names(CodePoints.transferCharacteristics))
  }
}
