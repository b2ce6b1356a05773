import VVC

/// The operating points of tracks with layers, and the tracks that each needs.
struct OperatingPointGroupBox: BoxBody {
  static let type: FourCC = "opeg"
  static let specification = "ISO/IEC 14496-15 §11"

  var group = EntityToGroupBox()
  var profiles: [VvcPTLRecord] = [VvcPTLRecord()]
  var incompleteOperatingPointsFlag = false
  var outputLayerSets: [OperatingPointLayerSet] = []
  var operatingPoints: [GroupOperatingPoint] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try group.fields(&f)
    var countMinus1 = UInt8(clamping: max(profiles.count, 1) - 1)
    try f.uint(8, "num_profile_tier_level_minus1", &countMinus1)
    try f.list("opeg_ptl", &profiles, count: .exactly(Int(countMinus1) + 1), of: VvcPTLRecord()) {
      (record, f) throws(FieldError) in
      try record.fields(&f, subLayerCount: 0)
    }
    try f.reserved(6)
    try f.flag("incomplete_operating_points_flag", &incompleteOperatingPointsFlag)
    try f.list("outputLayerSets", &outputLayerSets, count: .bits(9, "num_olss"))
    try f.reserved(4)
    var count = UInt16(clamping: operatingPoints.count)
    try f.uint(12, "num_operating_points", &count)
    try f.list(
      "operating_points", &operatingPoints, count: .exactly(Int(count)), of: GroupOperatingPoint()
    ) { [incompleteOperatingPointsFlag] (point, f) throws(FieldError) in
      try point.fields(&f, isIncomplete: incompleteOperatingPointsFlag)
    }
  }
}

/// A set of layers that is shown.
struct OperatingPointLayerSet: FieldCodable {
  var ptlIdx: UInt8 = 0
  var olsIdx: UInt16 = 0
  var layerCount: UInt8 = 0
  var layerInfoPresentFlag = false
  var layers: [VvcOperatingPointLayer] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "ptl_idx", &ptlIdx)
    try f.uint(9, "ols_idx", &olsIdx)
    try f.uint(6, "layer_count", &layerCount)
    try f.reserved(1)
    try f.flag("layer_info_present_flag", &layerInfoPresentFlag)
    if layerInfoPresentFlag {
      try f.list("layers", &layers, count: .exactly(Int(layerCount)))
    }
  }
}

/// An operating point, and the members of the group that it needs.
struct GroupOperatingPoint: Equatable, Sendable {
  var olsLoopEntryIdx: UInt16 = 0
  var maxTemporalID: UInt8 = 0
  var hasFrameRate = false
  var hasBitRate = false
  /// The available part of the point; only if the group's operating points are incomplete.
  var availabilityIDC: UInt8 = 0
  var chromaFormatIDC: UInt8 = 1
  var bitDepthMinus8: UInt8 = 0
  var maxPictureWidth: UInt16 = 0
  var maxPictureHeight: UInt16 = 0
  /// Frames in 256 seconds.
  var avgFrameRate: UInt16 = 0
  var constantFrameRate: UInt8 = 0
  /// Bits per second.
  var maxBitRate: UInt32 = 0
  var avgBitRate: UInt32 = 0
  /// Indices in the group's list of members.
  var entityIndices: [UInt8] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder, isIncomplete: Bool) throws(FieldError) {
    try f.uint(9, "ols_loop_entry_idx", &olsLoopEntryIdx)
    try f.uint(3, "max_temporal_id", &maxTemporalID)
    try f.flag("frame_rate_info_flag", &hasFrameRate)
    try f.flag("bit_rate_info_flag", &hasBitRate)
    if isIncomplete {
      try f.uint(2, "op_availability_idc", &availabilityIDC)
    } else {
      try f.reserved(2)
    }
    try f.reserved(3)
    try f.uint(2, "chroma_format_idc", &chromaFormatIDC)
    try f.uint(3, "bit_depth_minus8", &bitDepthMinus8)
    try f.uint(16, "max_picture_width", &maxPictureWidth)
    try f.uint(16, "max_picture_height", &maxPictureHeight)
    if hasFrameRate {
      try f.uint(16, "avg_frame_rate", &avgFrameRate)
      try f.reserved(6)
      try f.uint(2, "constant_frame_rate", &constantFrameRate)
    }
    if hasBitRate {
      try f.uint(32, "max_bit_rate", &maxBitRate)
      try f.uint(32, "avg_bit_rate", &avgBitRate)
    }
    try f.list(8, "entity_idx", &entityIndices, count: .bits(8, "entity_count"))
  }
}

/// The operating points of a stream with layers, and their requirements (`VvcOperatingPointsRecord`).
struct VvcOperatingPointsInformation: RegisteredSyntax {
  static let type: FourCC = "vopi"
  static let specification = "ISO/IEC 14496-15 §11"

  var profiles: [VvcOperatingPointProfile] = [VvcOperatingPointProfile()]
  var allIndependentLayersFlag = false
  var eachLayerIsAnOLSFlag = false
  var olsModeIDC: UInt8 = 0
  var operatingPoints: [VvcOperatingPoint] = []
  var layers: [VvcLayerDependencies] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var countMinus1 = UInt8(clamping: max(profiles.count, 1) - 1)
    try f.uint(8, "num_profile_tier_level_minus1", &countMinus1)
    try f.list("ptl", &profiles, count: .exactly(Int(countMinus1) + 1))
    try f.flag("all_independent_layers_flag", &allIndependentLayersFlag)
    try f.reserved(7)
    if allIndependentLayersFlag {
      try f.flag("each_layer_is_an_ols_flag", &eachLayerIsAnOLSFlag)
      try f.reserved(7)
    } else {
      try f.uint(8, "ols_mode_idc", &olsModeIDC)
    }
    try f.list("operating_points", &operatingPoints, count: .bits(16, "num_operating_points"))
    try f.list("layers", &layers, count: .bits(8, "max_layer_count"))
  }
}

/// Profile, tier and level of operating points.
struct VvcOperatingPointProfile: FieldCodable {
  var ptlMaxTemporalID: UInt8 = 0
  var record = VvcPTLRecord()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "ptl_max_temporal_id", &ptlMaxTemporalID)
    try record.fields(&f, subLayerCount: Int(ptlMaxTemporalID) + 1)
  }
}

/// An operating point of a stream with layers.
struct VvcOperatingPoint: FieldCodable {
  var outputLayerSetIdx: UInt16 = 0
  /// The index of its profile.
  var ptlIdx: UInt8 = 0
  var maxTemporalID: UInt8 = 0
  var layers: [VvcOperatingPointLayer] = []
  var frameRateInfoFlag = false
  var bitRateInfoFlag = false
  /// Frames in 256 seconds.
  var avgFrameRate: UInt16 = 0
  var constantFrameRate: UInt8 = 0
  /// Bits per second.
  var maxBitRate: UInt32 = 0
  var avgBitRate: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "output_layer_set_idx", &outputLayerSetIdx)
    try f.uint(8, "ptl_idx", &ptlIdx)
    try f.uint(8, "max_temporal_id", &maxTemporalID)
    try f.list("layers", &layers, count: .bits(8, "layer_count"))
    try f.reserved(6)
    try f.flag("frame_rate_info_flag", &frameRateInfoFlag)
    try f.flag("bit_rate_info_flag", &bitRateInfoFlag)
    if frameRateInfoFlag {
      try f.uint(16, "avgFrameRate", &avgFrameRate)
      try f.reserved(6)
      try f.uint(2, "constantFrameRate", &constantFrameRate)
    }
    if bitRateInfoFlag {
      try f.uint(32, "maxBitRate", &maxBitRate)
      try f.uint(32, "avgBitRate", &avgBitRate)
    }
  }
}

/// A layer that an operating point needs.
struct VvcOperatingPointLayer: FieldCodable {
  var layerID: UInt8 = 0
  var isOutputlayer = false

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(6, "layer_id", &layerID)
    try f.flag("is_outputlayer", &isOutputlayer)
    try f.reserved(1)
  }
}

/// A layer, and the layers on which it depends.
struct VvcLayerDependencies: FieldCodable {
  var layerID: UInt8 = 0
  var directRefLayerID: [UInt8] = []
  var maxTidIlRefPicsPlus1: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "layerID", &layerID)
    try f.list(8, "direct_ref_layerID", &directRefLayerID, count: .bits(8, "num_direct_ref_layers"))
    try f.uint(8, "max_tid_il_ref_pics_plus1", &maxTidIlRefPicsPlus1)
  }
}
