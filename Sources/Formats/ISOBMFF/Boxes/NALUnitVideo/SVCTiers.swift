/// The description of a tier of a scalable stream.
public struct TierInfoBox: BoxBody {
  public static let type: FourCC = "tiri"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var tierID: UInt16 = 0
  public var profileIndication: UInt8 = 0
  public var profileCompatibility: UInt8 = 0
  public var levelIndication: UInt8 = 0
  /// The width in luma samples.
  public var visualWidth: UInt16 = 0
  public var visualHeight: UInt16 = 0
  public var discardable: UInt8 = 0
  public var constantFrameRate: UInt8 = 0
  /// Frames in 256 seconds.
  public var frameRate: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "tierID", &tierID)
    try f.uint(8, "profileIndication", &profileIndication)
    try f.uint(8, "profile_compatibility", &profileCompatibility)
    try f.uint(8, "levelIndication", &levelIndication)
    try f.reserved(8)
    try f.uint(16, "visualWidth", &visualWidth)
    try f.uint(16, "visualHeight", &visualHeight)
    try f.uint(2, "discardable", &discardable)
    try f.uint(2, "constantFrameRate", &constantFrameRate)
    try f.reserved(4)
    try f.uint(16, "frameRate", &frameRate)
  }
}

/// The bit rates of a tier with all tiers that it needs, and of only the tier.
public struct TierBitRateBox: BoxBody {
  public static let type: FourCC = "tibr"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var baseBitRate: UInt32 = 0
  public var maxBitRate: UInt32 = 0
  public var avgBitRate: UInt32 = 0
  public var tierBaseBitRate: UInt32 = 0
  public var tierMaxBitRate: UInt32 = 0
  public var tierAvgBitRate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "baseBitRate", &baseBitRate)
    try f.uint(32, "maxBitRate", &maxBitRate)
    try f.uint(32, "avgBitRate", &avgBitRate)
    try f.uint(32, "tierBaseBitRate", &tierBaseBitRate)
    try f.uint(32, "tierMaxBitRate", &tierMaxBitRate)
    try f.uint(32, "tierAvgBitRate", &tierAvgBitRate)
  }
}

/// The tiers on which a tier depends.
public struct TierDependencyBox: BoxBody {
  public static let type: FourCC = "ldep"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var dependencyTierID: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(16, "dependencyTierId", &dependencyTierID, count: .bits(16, "entry_count"))
  }
}

/// The range of `priority_id` in a tier.
public struct PriorityRangeBox: BoxBody {
  public static let type: FourCC = "svpr"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var minPriorityID: UInt8 = 0
  public var maxPriorityID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(2)
    try f.uint(6, "min_priorityId", &minPriorityID)
    try f.reserved(2)
    try f.uint(6, "max_priorityId", &maxPriorityID)
  }
}

/// Which of the parameter sets in the sample entry a tier needs.
public struct InitialParameterSetBox: BoxBody {
  public static let type: FourCC = "svip"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var spsIndex: [UInt8] = []
  public var ppsIndex: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(8, "SPS_index", &spsIndex, count: .bits(8, "sps_id_count"))
    try f.list(8, "PPS_index", &ppsIndex, count: .bits(8, "pps_id_count"))
  }
}

/// The buffers that a decoder of a tier needs.
public struct BufferingBox: BoxBody {
  public static let type: FourCC = "buff"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var operatingPoints: [BufferingOperatingPoint] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("operating_points", &operatingPoints, count: .bits(16, "operating_point_count"))
  }
}

/// Sizes of buffers at one rate.
public struct BufferingOperatingPoint: FieldCodable {
  /// Bytes per second.
  public var byteRate: UInt32 = 0
  public var cpbSize: UInt32 = 0
  public var dpbSize: UInt32 = 0
  public var initCPBDelay: UInt32 = 0
  public var initDPBDelay: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "byte_rate", &byteRate)
    try f.uint(32, "cpb_size", &cpbSize)
    try f.uint(32, "dpb_size", &dpbSize)
    try f.uint(32, "init_cpb_delay", &initCPBDelay)
    try f.uint(32, "init_dpb_delay", &initDPBDelay)
  }
}

/// The layers of a tier.
public struct SVCDependencyRangeBox: BoxBody {
  public static let type: FourCC = "svdr"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var minDependencyID: UInt8 = 0
  public var minTemporalID: UInt8 = 0
  public var minQualityID: UInt8 = 0
  public var maxDependencyID: UInt8 = 0
  public var maxTemporalID: UInt8 = 0
  public var maxQualityID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(3, "min_dependency_id", &minDependencyID)
    try f.uint(3, "min_temporal_id", &minTemporalID)
    try f.reserved(6)
    try f.uint(4, "min_quality_id", &minQualityID)
    try f.uint(3, "max_dependency_id", &maxDependencyID)
    try f.uint(3, "max_temporal_id", &maxTemporalID)
    try f.reserved(6)
    try f.uint(4, "max_quality_id", &maxQualityID)
  }
}

/// The part of the base region that a tier shows.
public struct RectRegionBox: BoxBody {
  public static let type: FourCC = "rrgn"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var baseRegionTierID: UInt16 = 0
  public var dynamicRect = false
  public var horizontalOffset: UInt16 = 0
  public var verticalOffset: UInt16 = 0
  public var regionWidth: UInt16 = 0
  public var regionHeight: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "base_region_tierID", &baseRegionTierID)
    try f.flag("dynamic_rect", &dynamicRect)
    try f.reserved(7)
    if !dynamicRect {
      try f.uint(16, "horizontal_offset", &horizontalOffset)
      try f.uint(16, "vertical_offset", &verticalOffset)
      try f.uint(16, "region_width", &regionWidth)
      try f.uint(16, "region_height", &regionHeight)
    }
  }
}

/// Regions of interest that can be decoded by themselves.
public struct IroiInfoBox: BoxBody {
  public static let type: FourCC = "iroi"
  public static let specification = "ISO/IEC 14496-15 §6"

  /// 0: a grid; 1: a list of regions.
  public var iroiType: UInt8 = 0
  /// The width in macroblocks.
  public var gridRoiMbWidth: UInt8 = 0
  public var gridRoiMbHeight: UInt8 = 0
  public var regions: [RegionOfInterest] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(2, "iroi_type", &iroiType)
    try f.reserved(6)
    if iroiType == 0 {
      try f.uint(8, "grid_roi_mb_width", &gridRoiMbWidth)
      try f.uint(8, "grid_roi_mb_height", &gridRoiMbHeight)
    }
    if iroiType == 1 {
      try f.list("regions", &regions, count: .bits(24, "num_roi"))
    }
  }
}

/// A region of interest, in macroblocks.
public struct RegionOfInterest: FieldCodable {
  public var topLeftMb: UInt32 = 0
  public var roiMbWidth: UInt8 = 0
  public var roiMbHeight: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "top_left_mb", &topLeftMb)
    try f.uint(8, "roi_mb_width", &roiMbWidth)
    try f.uint(8, "roi_mb_height", &roiMbHeight)
  }
}

/// The properties of a stream after it is rewritten for simpler decoders.
public struct TranscodingInfoBox: BoxBody {
  public static let type: FourCC = "tran"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var conversionIDC: UInt8 = 0
  public var cavlcInfoPresentFlag = false
  public var cabacInfoPresentFlag = false
  public var cavlcProfileLevelIDC: UInt32 = 0
  public var cavlcMaxBitrate: UInt32 = 0
  public var cavlcAvgBitrate: UInt32 = 0
  public var cabacProfileLevelIDC: UInt32 = 0
  public var cabacMaxBitrate: UInt32 = 0
  public var cabacAvgBitrate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(4)
    try f.uint(2, "conversion_idc", &conversionIDC)
    try f.flag("cavlc_info_present_flag", &cavlcInfoPresentFlag)
    try f.flag("cabac_info_present_flag", &cabacInfoPresentFlag)
    if cavlcInfoPresentFlag {
      try f.uint(24, "cavlc_profile_level_idc", &cavlcProfileLevelIDC, as: .hex)
      try f.uint(32, "cavlc_max_bitrate", &cavlcMaxBitrate)
      try f.uint(32, "cavlc_avg_bitrate", &cavlcAvgBitrate)
    }
    if cabacInfoPresentFlag {
      try f.uint(24, "cabac_profile_level_idc", &cabacProfileLevelIDC, as: .hex)
      try f.uint(32, "cabac_max_bitrate", &cabacMaxBitrate)
      try f.uint(32, "cabac_avg_bitrate", &cabacAvgBitrate)
    }
  }
}
