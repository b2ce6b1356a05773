/// APV: the frames that a stream has.
public struct APVDecoderConfigurationBox: BoxBody {
  public static let type: FourCC = "apvC"
  public static let specification = "APV ISO BMFF binding, APVDecoderConfigurationRecord"

  public var header = FullBoxHeader()
  public var configurationVersion: UInt8 = 1
  public var entries: [Entry] = []

  /// A kind of unit, and the frames in such units.
  public struct Entry: FieldCodable {
    /// 1 is the primary frame.
    public var unitType: UInt8 = 1
    public var frames: [FrameInfo] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(
        8, "pbu_type", &unitType,
        as: .names([
          1: "primary frame", 2: "non-primary frame", 25: "preview frame", 26: "depth frame",
          27: "alpha frame", 65: "access unit information", 66: "metadata", 67: "filler",
        ]))
      try f.list("frame_info", &frames, count: .bits(8, "number_of_frame_info"))
    }
  }

  /// The capabilities that a frame needs.
  public struct FrameInfo: FieldCodable {
    public var ignoresCaptureTimeDistance = false
    public var profile: UInt8 = 33
    /// 30 times the level.
    public var level: UInt8 = 0
    public var band: UInt8 = 0
    public var width: UInt32 = 0
    public var height: UInt32 = 0
    public var chromaFormat: UInt8 = 2
    public var bitDepthMinus8: UInt8 = 2
    public var captureTimeDistance: UInt8 = 0
    public var colour: Colour?

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.reserved(6)
      var hasColour = colour != nil
      try f.flag("color_description_present_flag", &hasColour)
      try f.flag("capture_time_distance_ignored", &ignoresCaptureTimeDistance)
      try f.uint(8, "profile_idc", &profile)
      try f.uint(8, "level_idc", &level)
      try f.uint(8, "band_idc", &band)
      try f.uint(32, "frame_width", &width)
      try f.uint(32, "frame_height", &height)
      try f.uint(
        4, "chroma_format_idc", &chromaFormat,
        as: .names([0: "4:0:0", 2: "4:2:2", 3: "4:4:4", 4: "4:4:4:4"]))
      try f.uint(4, "bit_depth_minus8", &bitDepthMinus8)
      try f.uint(8, "capture_time_distance", &captureTimeDistance)
      if f.isDecoding { colour = hasColour ? Colour() : nil }
      try colour?.fields(&f)
    }
  }

  /// The colours (ISO/IEC 23091-2).
  public struct Colour: FieldCodable {
    public var primaries: UInt8 = 2
    public var transferCharacteristics: UInt8 = 2
    public var matrixCoefficients: UInt8 = 2
    public var isFullRange = false

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "color_primaries", &primaries)
      try f.uint(8, "transfer_characteristics", &transferCharacteristics)
      try f.uint(8, "matrix_coefficients", &matrixCoefficients)
      try f.flag("full_range_flag", &isFullRange)
      try f.reserved(7)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.list("entries", &entries, count: .bits(8, "number_of_configuration_entry"))
  }
}
