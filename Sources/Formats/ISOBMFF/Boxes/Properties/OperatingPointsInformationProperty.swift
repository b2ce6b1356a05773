/// The operating points: the layers that are decoded together, and the capabilities that this needs.
public struct OperatingPointsInformationProperty: BoxBody {
  public static let type: FourCC = "oinf"
  public static let specification = "ISO/IEC 23008-12 §6.5.9"

  public var header = FullBoxHeader()
  public var record = OperatingPointsRecord()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try record.fields(&f)
  }
}

/// The operating points of layered HEVC, and the dependencies of the layers.
public struct OperatingPointsRecord: RegisteredSyntax {
  public static let type: FourCC = "oinf"
  public static let specification = "ISO/IEC 14496-15 §9"

  /// Bit n: each layer has an identifier of dimension n.
  public var scalabilityMask: UInt16 = 0
  public var profileTierLevels: [ProfileTierLevel] = []
  public var operatingPoints: [OperatingPoint] = []
  public var layers: [Layer] = []

  /// The capabilities that a decoder needs.
  public struct ProfileTierLevel: FieldCodable {
    public var profileSpace: UInt8 = 0
    public var isHighTier = false
    public var profileIDC: UInt8 = 1
    public var profileCompatibilityFlags: UInt32 = 0
    /// 48 bits.
    public var constraintIndicatorFlags: UInt64 = 0
    public var levelIDC: UInt8 = 93

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(2, "general_profile_space", &profileSpace)
      try f.flag("general_tier_flag", &isHighTier)
      try f.uint(5, "general_profile_idc", &profileIDC)
      try f.uint(32, "general_profile_compatibility_flags", &profileCompatibilityFlags, as: .hex)
      try f.uint(48, "general_constraint_indicator_flags", &constraintIndicatorFlags, as: .hex)
      try f.uint(8, "general_level_idc", &levelIDC)
    }
  }

  /// A set of layers.
  public struct OperatingPoint: FieldCodable {
    public var outputLayerSetIndex: UInt16 = 0
    public var maxTemporalID: UInt8 = 0
    public var layers: [OutputLayer] = []
    /// The least width in pixels.
    public var minPictureWidth: UInt16 = 0
    public var minPictureHeight: UInt16 = 0
    public var maxPictureWidth: UInt16 = 0
    public var maxPictureHeight: UInt16 = 0
    public var maxChromaFormat: UInt8 = 1
    public var maxBitDepthMinus8: UInt8 = 0
    /// Frames in 256 seconds.
    public var avgFrameRate: UInt16?
    public var constantFrameRate: UInt8 = 0
    /// Bits per second.
    public var maxBitRate: UInt32?
    public var avgBitRate: UInt32?

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "output_layer_set_idx", &outputLayerSetIndex)
      try f.uint(8, "max_temporal_id", &maxTemporalID)
      try f.list("layers", &layers, count: .bits(8, "layer_count"))
      try f.uint(16, "minPicWidth", &minPictureWidth)
      try f.uint(16, "minPicHeight", &minPictureHeight)
      try f.uint(16, "maxPicWidth", &maxPictureWidth)
      try f.uint(16, "maxPicHeight", &maxPictureHeight)
      try f.uint(2, "maxChromaFormat", &maxChromaFormat)
      try f.uint(3, "maxBitDepthMinus8", &maxBitDepthMinus8)
      try f.reserved(1)
      var hasFrameRate = avgFrameRate != nil
      var hasBitRate = maxBitRate != nil
      try f.flag("frame_rate_info_flag", &hasFrameRate)
      try f.flag("bit_rate_info_flag", &hasBitRate)
      try f.uint(16, "avgFrameRate", &avgFrameRate, if: hasFrameRate)
      if hasFrameRate {
        try f.reserved(6)
        try f.uint(2, "constantFrameRate", &constantFrameRate)
      }
      try f.uint(32, "maxBitRate", &maxBitRate, if: hasBitRate)
      try f.uint(32, "avgBitRate", &avgBitRate, if: hasBitRate)
    }
  }

  /// A layer of an operating point.
  public struct OutputLayer: FieldCodable {
    /// Into the list of profiles, from 1.
    public var profileIndex: UInt8 = 0
    public var layerID: UInt8 = 0
    public var isOutput = false
    public var isAlternateOutput = false

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "ptl_idx", &profileIndex)
      try f.uint(6, "layer_id", &layerID)
      try f.flag("is_outputlayer", &isOutput)
      try f.flag("is_alternate_outputlayer", &isAlternateOutput)
    }
  }

  /// A layer, the layers on which it depends, and its identifier in each dimension of the mask.
  public struct Layer: Equatable, Sendable {
    public var layerID: UInt8 = 0
    public var dependsOn: [UInt8] = []
    public var dimensionIdentifiers: [UInt8] = []
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "scalability_mask", &scalabilityMask, as: .hex)
    try f.reserved(2)
    try f.list(
      "profile_tier_levels", &profileTierLevels, count: .bits(6, "num_profile_tier_level"))
    try f.list("operating_points", &operatingPoints, count: .bits(16, "num_operating_points"))
    try f.list("layers", &layers, count: .bits(8, "max_layer_count"), of: Layer()) {
      [dimensions = scalabilityMask.nonzeroBitCount] (layer, f) throws(FieldError) in
      try f.uint(8, "dependent_layerID", &layer.layerID)
      try f.list(
        8, "dependent_on_layerID", &layer.dependsOn, count: .bits(8, "num_layers_dependent_on"))
      try f.list(
        8, "dimension_identifier", &layer.dimensionIdentifiers, count: .exactly(dimensions))
    }
  }
}
