/// The description of a tier of a scalable stream.
struct TierInfoBox: BoxBody {
  static let type: FourCC = "tiri"
  static let specification = "ISO/IEC 14496-15 §6"

  var tierID: UInt16 = 0
  var profileIndication: UInt8 = 0
  var profileCompatibility: UInt8 = 0
  var levelIndication: UInt8 = 0
  /// The width in luma samples.
  var visualWidth: UInt16 = 0
  var visualHeight: UInt16 = 0
  var discardable: UInt8 = 0
  var constantFrameRate: UInt8 = 0
  /// Frames in 256 seconds.
  var frameRate: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct TierBitRateBox: BoxBody {
  static let type: FourCC = "tibr"
  static let specification = "ISO/IEC 14496-15 §6"

  var baseBitRate: UInt32 = 0
  var maxBitRate: UInt32 = 0
  var avgBitRate: UInt32 = 0
  var tierBaseBitRate: UInt32 = 0
  var tierMaxBitRate: UInt32 = 0
  var tierAvgBitRate: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "baseBitRate", &baseBitRate)
    try f.uint(32, "maxBitRate", &maxBitRate)
    try f.uint(32, "avgBitRate", &avgBitRate)
    try f.uint(32, "tierBaseBitRate", &tierBaseBitRate)
    try f.uint(32, "tierMaxBitRate", &tierMaxBitRate)
    try f.uint(32, "tierAvgBitRate", &tierAvgBitRate)
  }
}

/// The tiers on which a tier depends.
struct TierDependencyBox: BoxBody {
  static let type: FourCC = "ldep"
  static let specification = "ISO/IEC 14496-15 §6"

  var dependencyTierID: [UInt16] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(16, "dependencyTierId", &dependencyTierID, count: .bits(16, "entry_count"))
  }
}

/// The range of `priority_id` in a tier.
struct PriorityRangeBox: BoxBody {
  static let type: FourCC = "svpr"
  static let specification = "ISO/IEC 14496-15 §6"

  var minPriorityID: UInt8 = 0
  var maxPriorityID: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(2)
    try f.uint(6, "min_priorityId", &minPriorityID)
    try f.reserved(2)
    try f.uint(6, "max_priorityId", &maxPriorityID)
  }
}

/// Which of the parameter sets in the sample entry a tier needs.
struct InitialParameterSetBox: BoxBody {
  static let type: FourCC = "svip"
  static let specification = "ISO/IEC 14496-15 §6"

  var spsIndex: [UInt8] = []
  var ppsIndex: [UInt8] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(8, "SPS_index", &spsIndex, count: .bits(8, "sps_id_count"))
    try f.list(8, "PPS_index", &ppsIndex, count: .bits(8, "pps_id_count"))
  }
}

/// The buffers that a decoder of a tier needs.
struct BufferingBox: BoxBody {
  static let type: FourCC = "buff"
  static let specification = "ISO/IEC 14496-15 §6"

  var operatingPoints: [BufferingOperatingPoint] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("operating_points", &operatingPoints, count: .bits(16, "operating_point_count"))
  }
}

/// Sizes of buffers at one rate.
struct BufferingOperatingPoint: FieldCodable {
  /// Bytes per second.
  var byteRate: UInt32 = 0
  var cpbSize: UInt32 = 0
  var dpbSize: UInt32 = 0
  var initCPBDelay: UInt32 = 0
  var initDPBDelay: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "byte_rate", &byteRate)
    try f.uint(32, "cpb_size", &cpbSize)
    try f.uint(32, "dpb_size", &dpbSize)
    try f.uint(32, "init_cpb_delay", &initCPBDelay)
    try f.uint(32, "init_dpb_delay", &initDPBDelay)
  }
}

/// The layers of a tier.
struct SVCDependencyRangeBox: BoxBody {
  static let type: FourCC = "svdr"
  static let specification = "ISO/IEC 14496-15 §6"

  var minDependencyID: UInt8 = 0
  var minTemporalID: UInt8 = 0
  var minQualityID: UInt8 = 0
  var maxDependencyID: UInt8 = 0
  var maxTemporalID: UInt8 = 0
  var maxQualityID: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct RectRegionBox: BoxBody {
  static let type: FourCC = "rrgn"
  static let specification = "ISO/IEC 14496-15 §6"

  var baseRegionTierID: UInt16 = 0
  var dynamicRect = false
  var horizontalOffset: UInt16 = 0
  var verticalOffset: UInt16 = 0
  var regionWidth: UInt16 = 0
  var regionHeight: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct IroiInfoBox: BoxBody {
  static let type: FourCC = "iroi"
  static let specification = "ISO/IEC 14496-15 §6"

  /// 0: a grid; 1: a list of regions.
  var iroiType: UInt8 = 0
  /// The width in macroblocks.
  var gridRoiMbWidth: UInt8 = 0
  var gridRoiMbHeight: UInt8 = 0
  var regions: [RegionOfInterest] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct RegionOfInterest: FieldCodable {
  var topLeftMb: UInt32 = 0
  var roiMbWidth: UInt8 = 0
  var roiMbHeight: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "top_left_mb", &topLeftMb)
    try f.uint(8, "roi_mb_width", &roiMbWidth)
    try f.uint(8, "roi_mb_height", &roiMbHeight)
  }
}

/// The properties of a stream after it is rewritten for simpler decoders.
struct TranscodingInfoBox: BoxBody {
  static let type: FourCC = "tran"
  static let specification = "ISO/IEC 14496-15 §6"

  var conversionIDC: UInt8 = 0
  var cavlcInfoPresentFlag = false
  var cabacInfoPresentFlag = false
  var cavlcProfileLevelIDC: UInt32 = 0
  var cavlcMaxBitrate: UInt32 = 0
  var cavlcAvgBitrate: UInt32 = 0
  var cabacProfileLevelIDC: UInt32 = 0
  var cabacMaxBitrate: UInt32 = 0
  var cabacAvgBitrate: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
