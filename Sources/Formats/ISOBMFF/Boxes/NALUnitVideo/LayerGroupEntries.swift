/// A layer of sub-sequences.
public struct AVCLayerEntry: RegisteredSyntax {
  public static let type: FourCC = "avll"
  public static let specification = "ISO/IEC 14496-15 §5"

  public var layerNumber: UInt8 = 0
  public var accurateStatisticsFlag = false
  /// Thousands of bits per second.
  public var avgBitRate: UInt16 = 0
  /// Frames in 256 seconds.
  public var avgFrameRate: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "layerNumber", &layerNumber)
    try f.reserved(7)
    try f.flag("accurateStatisticsFlag", &accurateStatisticsFlag)
    try f.uint(16, "avgBitRate", &avgBitRate)
    try f.uint(16, "avgFrameRate", &avgFrameRate)
  }
}

/// A sub-sequence, and the sub-sequences on which it depends.
public struct AVCSubSequenceEntry: RegisteredSyntax {
  public static let type: FourCC = "avss"
  public static let specification = "ISO/IEC 14496-15 §5"

  public var subSequenceIdentifer: UInt16 = 0
  public var layerNumber: UInt8 = 0
  public var durationFlag = false
  public var avgRateFlag = false
  /// The duration in units of the media's time scale.
  public var duration: UInt32 = 0
  public var accurateStatisticsFlag = false
  public var avgBitRate: UInt16 = 0
  public var avgFrameRate: UInt16 = 0
  public var dependencies: [SubSequenceDependency] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct SubSequenceDependency: FieldCodable {
  /// 0: the other one comes before; 1: it comes after.
  public var subSeqDirectionFlag: UInt8 = 0
  public var layerNumber: UInt8 = 0
  public var subSequenceIdentifier: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "subSeqDirectionFlag", &subSeqDirectionFlag)
    try f.uint(8, "layerNumber", &layerNumber)
    try f.uint(16, "subSequenceIdentifier", &subSequenceIdentifier)
  }
}

/// Times of decoding if only some tiers are decoded.
public struct DecodeRetimingEntry: RegisteredSyntax {
  public static let type: FourCC = "dtrt"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var tiers: [TierRetiming] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("tiers", &tiers, count: .bits(8, "tierCount"))
  }
}

/// How much later or earlier the samples of a tier are decoded.
public struct TierRetiming: FieldCodable {
  public var tierID: UInt16 = 0
  public var delta: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "tierID", &tierID)
    try f.int(16, "delta", &delta)
  }
}

/// A tier, or a group of layers in it.
public struct ScalableGroupEntry: RegisteredSyntax {
  public static let type: FourCC = "scif"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var groupID: UInt8 = 0
  public var primaryGroupID: UInt8 = 0
  public var isTierIDR = false
  public var noInterLayerPredFlag = false
  public var useRefBasePicFlag = false
  public var storeBaseRepFlag = false
  public var isTlSwitchingPoint = false
  public var tlSwitchingDistance: UInt8 = 0
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct MultiviewGroupEntry: RegisteredSyntax {
  public static let type: FourCC = "mvif"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var groupID: UInt8 = 0
  public var primaryGroupID: UInt8 = 0
  public var isTlSwitchingPoint = false
  public var tlSwitchingDistance: UInt8 = 0
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct ScalableNALUMapEntry: RegisteredSyntax {
  public static let type: FourCC = "scnm"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var groupID: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(8)
    try f.list(8, "groupID", &groupID, count: .bits(8, "NALU_count"))
  }
}

/// How important each view is.
public struct ViewPriorityEntry: RegisteredSyntax {
  public static let type: FourCC = "vipr"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children)
  }
}

/// The picture of an external base layer that belongs to a sample.
public struct LhvcExternalBaseLayerInfo: RegisteredSyntax {
  public static let type: FourCC = "lbli"
  public static let specification = "ISO/IEC 14496-15 §9"

  public var blIrapPicFlag = false
  public var blIrapNalUnitType: UInt8 = 0
  public var sampleOffset: Int8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(1, 1)
    try f.flag("bl_irap_pic_flag", &blIrapPicFlag)
    try f.uint(6, "bl_irap_nal_unit_type", &blIrapNalUnitType)
    try f.int(8, "sample_offset", &sampleOffset)
  }
}

/// The layers of a track.
public struct LayerInfoGroupEntry: RegisteredSyntax {
  public static let type: FourCC = "linf"
  public static let specification = "ISO/IEC 14496-15 §9"

  public var layers: [TrackLayer] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(2)
    try f.list("layers", &layers, count: .bits(6, "num_layers_in_track"))
  }
}

/// A layer of a track.
public struct TrackLayer: FieldCodable {
  public var irapGdrPicsInLayerOnlyFlag = false
  public var completenessFlag = false
  public var layerID: UInt8 = 0
  public var minTemporalID: UInt8 = 0
  public var maxTemporalID: UInt8 = 0
  public var subLayerPresenceFlags: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct OperatingPointDecodeTimeHint: RegisteredSyntax {
  public static let type: FourCC = "opth"
  public static let specification = "ISO/IEC 14496-15 §9"

  public var deltaTime: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "delta_time", &deltaTime)
  }
}

/// Decoding can step up to this temporal layer here.
public struct StepwiseTemporalLayerEntry: RegisteredSyntax {
  public static let type: FourCC = "stsa"
  public static let specification = "ISO/IEC 14496-15 §8"

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {}
}

/// Decoding can switch up to all higher temporal layers here.
public struct TemporalSubLayerEntry: RegisteredSyntax {
  public static let type: FourCC = "tsas"
  public static let specification = "ISO/IEC 14496-15 §8"

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {}
}
