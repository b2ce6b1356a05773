/// A layer of sub-sequences.
struct AVCLayerEntry: RegisteredSyntax {
  static let type: FourCC = "avll"
  static let specification = "ISO/IEC 14496-15 §5"

  var layerNumber: UInt8 = 0
  var accurateStatisticsFlag = false
  /// Thousands of bits per second.
  var avgBitRate: UInt16 = 0
  /// Frames in 256 seconds.
  var avgFrameRate: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "layerNumber", &layerNumber)
    try f.reserved(7)
    try f.flag("accurateStatisticsFlag", &accurateStatisticsFlag)
    try f.uint(16, "avgBitRate", &avgBitRate)
    try f.uint(16, "avgFrameRate", &avgFrameRate)
  }
}

/// A sub-sequence, and the sub-sequences on which it depends.
struct AVCSubSequenceEntry: RegisteredSyntax {
  static let type: FourCC = "avss"
  static let specification = "ISO/IEC 14496-15 §5"

  var subSequenceIdentifer: UInt16 = 0
  var layerNumber: UInt8 = 0
  var durationFlag = false
  var avgRateFlag = false
  /// The duration in units of the media's time scale.
  var duration: UInt32 = 0
  var accurateStatisticsFlag = false
  var avgBitRate: UInt16 = 0
  var avgFrameRate: UInt16 = 0
  var dependencies: [SubSequenceDependency] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "subSequenceIdentifer", &subSequenceIdentifer)
    try f.uint(8, "layerNumber", &layerNumber)
    try f.flag("durationFlag", &durationFlag)
    try f.flag("avgRateFlag", &avgRateFlag)
    try f.reserved(6)
    if durationFlag {
      try f.uint(32, "duration", &duration)
    }
    if avgRateFlag {
      try f.reserved(7)
      try f.flag("accurateStatisticsFlag", &accurateStatisticsFlag)
      try f.uint(16, "avgBitRate", &avgBitRate)
      try f.uint(16, "avgFrameRate", &avgFrameRate)
    }
    try f.list("dependencies", &dependencies, count: .bits(8, "numReferences"))
  }
}

/// A sub-sequence on which another depends.
struct SubSequenceDependency: FieldCodable {
  /// 0: the other one comes before; 1: it comes after.
  var subSeqDirectionFlag: UInt8 = 0
  var layerNumber: UInt8 = 0
  var subSequenceIdentifier: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "subSeqDirectionFlag", &subSeqDirectionFlag)
    try f.uint(8, "layerNumber", &layerNumber)
    try f.uint(16, "subSequenceIdentifier", &subSequenceIdentifier)
  }
}

/// Times of decoding if only some tiers are decoded.
struct DecodeRetimingEntry: RegisteredSyntax {
  static let type: FourCC = "dtrt"
  static let specification = "ISO/IEC 14496-15 §6"

  var tiers: [TierRetiming] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("tiers", &tiers, count: .bits(8, "tierCount"))
  }
}

/// How much later or earlier the samples of a tier are decoded.
struct TierRetiming: FieldCodable {
  var tierID: UInt16 = 0
  var delta: Int16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "tierID", &tierID)
    try f.int(16, "delta", &delta)
  }
}

/// A tier, or a group of layers in it.
struct ScalableGroupEntry: RegisteredSyntax {
  static let type: FourCC = "scif"
  static let specification = "ISO/IEC 14496-15 §6"

  var groupID: UInt8 = 0
  var primaryGroupID: UInt8 = 0
  var isTierIDR = false
  var noInterLayerPredFlag = false
  var useRefBasePicFlag = false
  var storeBaseRepFlag = false
  var isTlSwitchingPoint = false
  var tlSwitchingDistance: UInt8 = 0
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "groupID", &groupID)
    try f.uint(8, "primary_groupID", &primaryGroupID)
    try f.flag("is_tier_IDR", &isTierIDR)
    try f.flag("noInterLayerPredFlag", &noInterLayerPredFlag)
    try f.flag("useRefBasePicFlag", &useRefBasePicFlag)
    try f.flag("storeBaseRepFlag", &storeBaseRepFlag)
    try f.flag("is_tl_switching_point", &isTlSwitchingPoint)
    try f.reserved(3)
    try f.uint(8, "tl_switching_distance", &tlSwitchingDistance)
    try f.boxes(&children)
  }
}

/// A tier of views, or a group in it.
struct MultiviewGroupEntry: RegisteredSyntax {
  static let type: FourCC = "mvif"
  static let specification = "ISO/IEC 14496-15 §7"

  var groupID: UInt8 = 0
  var primaryGroupID: UInt8 = 0
  var isTlSwitchingPoint = false
  var tlSwitchingDistance: UInt8 = 0
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "groupID", &groupID)
    try f.uint(8, "primary_groupID", &primaryGroupID)
    try f.reserved(4)
    try f.flag("is_tl_switching_point", &isTlSwitchingPoint)
    try f.reserved(3)
    try f.uint(8, "tl_switching_distance", &tlSwitchingDistance)
    try f.boxes(&children)
  }
}

/// The groups of the NAL units of a sample, in their order.
struct ScalableNALUMapEntry: RegisteredSyntax {
  static let type: FourCC = "scnm"
  static let specification = "ISO/IEC 14496-15 §6"

  var groupID: [UInt8] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(8)
    try f.list(8, "groupID", &groupID, count: .bits(8, "NALU_count"))
  }
}

/// How important each view is.
struct ViewPriorityEntry: RegisteredSyntax {
  static let type: FourCC = "vipr"
  static let specification = "ISO/IEC 14496-15 §7"

  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children)
  }
}

/// The picture of an external base layer that belongs to a sample.
struct LhvcExternalBaseLayerInfo: RegisteredSyntax {
  static let type: FourCC = "lbli"
  static let specification = "ISO/IEC 14496-15 §9"

  var blIrapPicFlag = false
  var blIrapNalUnitType: UInt8 = 0
  var sampleOffset: Int8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(1, 1)
    try f.flag("bl_irap_pic_flag", &blIrapPicFlag)
    try f.uint(6, "bl_irap_nal_unit_type", &blIrapNalUnitType)
    try f.int(8, "sample_offset", &sampleOffset)
  }
}

/// The layers of a track.
struct LayerInfoGroupEntry: RegisteredSyntax {
  static let type: FourCC = "linf"
  static let specification = "ISO/IEC 14496-15 §9"

  var layers: [TrackLayer] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(2)
    try f.list("layers", &layers, count: .bits(6, "num_layers_in_track"))
  }
}

/// A layer of a track.
struct TrackLayer: FieldCodable {
  var irapGdrPicsInLayerOnlyFlag = false
  var completenessFlag = false
  var layerID: UInt8 = 0
  var minTemporalID: UInt8 = 0
  var maxTemporalID: UInt8 = 0
  var subLayerPresenceFlags: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(2)
    try f.flag("irap_gdr_pics_in_layer_only_flag", &irapGdrPicsInLayerOnlyFlag)
    try f.flag("completeness_flag", &completenessFlag)
    try f.uint(6, "layer_id", &layerID)
    try f.uint(3, "min_TemporalId", &minTemporalID)
    try f.uint(3, "max_TemporalId", &maxTemporalID)
    try f.reserved(1)
    try f.uint(7, "sub_layer_presence_flags", &subLayerPresenceFlags, as: .hex)
  }
}

/// The differences of decoding times at other operating points.
struct OperatingPointDecodeTimeHint: RegisteredSyntax {
  static let type: FourCC = "opth"
  static let specification = "ISO/IEC 14496-15 §9"

  var deltaTime: Int32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "delta_time", &deltaTime)
  }
}

/// Decoding can step up to this temporal layer here.
struct StepwiseTemporalLayerEntry: RegisteredSyntax {
  static let type: FourCC = "stsa"
  static let specification = "ISO/IEC 14496-15 §8"

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {}
}

/// Decoding can switch up to all higher temporal layers here.
struct TemporalSubLayerEntry: RegisteredSyntax {
  static let type: FourCC = "tsas"
  static let specification = "ISO/IEC 14496-15 §8"

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {}
}
