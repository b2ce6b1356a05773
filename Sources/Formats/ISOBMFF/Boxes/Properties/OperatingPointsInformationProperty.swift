/// The operating points: the layers that are decoded together, and the capabilities that this needs.
struct OperatingPointsInformationProperty: BoxBody {
  static let type: FourCC = "oinf"
  static let specification = "ISO/IEC 23008-12 §6.5.9"

  var header = FullBoxHeader()
  var record = OperatingPointsRecord()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try record.fields(&f)
  }
}

/// The operating points of layered HEVC, and the dependencies of the layers.
struct OperatingPointsRecord: RegisteredSyntax {
  static let type: FourCC = "oinf"
  static let specification = "ISO/IEC 14496-15 §9"

  /// Bit n: each layer has an identifier of dimension n.
  var scalabilityMask: UInt16 = 0
  var profileTierLevels: [ProfileTierLevel] = []
  var operatingPoints: [OperatingPoint] = []
  var layers: [Layer] = []

  /// The capabilities that a decoder needs.
  struct ProfileTierLevel: FieldCodable {
    var profileSpace: UInt8 = 0
    var isHighTier = false
    var profileIDC: UInt8 = 1
    var profileCompatibilityFlags: UInt32 = 0
    /// 48 bits.
    var constraintIndicatorFlags: UInt64 = 0
    var levelIDC: UInt8 = 93

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(2, "general_profile_space", &profileSpace)
      try f.flag("general_tier_flag", &isHighTier)
      try f.uint(5, "general_profile_idc", &profileIDC)
      try f.uint(32, "general_profile_compatibility_flags", &profileCompatibilityFlags, as: .hex)
      try f.uint(48, "general_constraint_indicator_flags", &constraintIndicatorFlags, as: .hex)
      try f.uint(8, "general_level_idc", &levelIDC)
    }
  }

  /// A set of layers.
  struct OperatingPoint: FieldCodable {
    var outputLayerSetIndex: UInt16 = 0
    var maxTemporalID: UInt8 = 0
    var layers: [OutputLayer] = []
    /// The least width in pixels.
    var minPictureWidth: UInt16 = 0
    var minPictureHeight: UInt16 = 0
    var maxPictureWidth: UInt16 = 0
    var maxPictureHeight: UInt16 = 0
    var maxChromaFormat: UInt8 = 1
    var maxBitDepthMinus8: UInt8 = 0
    /// Frames in 256 seconds.
    var avgFrameRate: UInt16?
    var constantFrameRate: UInt8 = 0
    /// Bits per second.
    var maxBitRate: UInt32?
    var avgBitRate: UInt32?

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
  struct OutputLayer: FieldCodable {
    /// Into the list of profiles, from 1.
    var profileIndex: UInt8 = 0
    var layerID: UInt8 = 0
    var isOutput = false
    var isAlternateOutput = false

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "ptl_idx", &profileIndex)
      try f.uint(6, "layer_id", &layerID)
      try f.flag("is_outputlayer", &isOutput)
      try f.flag("is_alternate_outputlayer", &isAlternateOutput)
    }
  }

  /// A layer, the layers on which it depends, and its identifier in each dimension of the mask.
  struct Layer: Equatable, Sendable {
    var layerID: UInt8 = 0
    var dependsOn: [UInt8] = []
    var dimensionIdentifiers: [UInt8] = []
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
