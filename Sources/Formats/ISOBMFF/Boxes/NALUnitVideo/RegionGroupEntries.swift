/// A rectangle of tiles.
struct RectangularRegionGroupEntry: RegisteredSyntax {
  static let type: FourCC = "trif"
  static let specification = "ISO/IEC 14496-15 §10"

  var groupID: UInt16 = 0
  var rectRegionFlag = false
  var independentIDC: UInt8 = 0
  var fullPicture = false
  var filteringDisabled = false
  var hasDependencyList = false
  var horizontalOffset: UInt16 = 0
  var verticalOffset: UInt16 = 0
  var regionWidth: UInt16 = 0
  var regionHeight: UInt16 = 0
  var dependencyRectRegionGroupID: [UInt16] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "groupID", &groupID)
    try f.flag("rect_region_flag", &rectRegionFlag)
    if rectRegionFlag {
      try f.uint(2, "independent_idc", &independentIDC)
      try f.flag("full_picture", &fullPicture)
      try f.flag("filtering_disabled", &filteringDisabled)
      try f.flag("has_dependency_list", &hasDependencyList)
      try f.reserved(2)
      if !fullPicture {
        try f.uint(16, "horizontal_offset", &horizontalOffset)
        try f.uint(16, "vertical_offset", &verticalOffset)
      }
      try f.uint(16, "region_width", &regionWidth)
      try f.uint(16, "region_height", &regionHeight)
      if hasDependencyList {
        try f.list(
          16, "dependencyRectRegionGroupID", &dependencyRectRegionGroupID,
          count: .bits(16, "dependency_rect_region_count"))
      }
    } else {
      try f.reserved(7)
    }
  }
}

/// The groups of the NAL units of a sample.
struct NALUMapEntry: RegisteredSyntax {
  static let type: FourCC = "nalm"
  static let specification = "ISO/IEC 14496-15 §10"

  var largeSize = false
  var rle = false
  var entries: [NALUMapRun] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(6)
    try f.flag("large_size", &largeSize)
    try f.flag("rle", &rle)
    var count = UInt16(clamping: entries.count)
    try f.uint(largeSize ? 16 : 8, "entry_count", &count)
    try f.list("entries", &entries, count: .exactly(Int(count)), of: NALUMapRun()) {
      [rle, largeSize] (entry, f) throws(FieldError) in
      if rle { try f.uint(largeSize ? 16 : 8, "NALU_start_number", &entry.naluStartNumber) }
      try f.uint(16, "groupID", &entry.groupID)
    }
  }
}

/// The group of a NAL unit, or of all following ones.
struct NALUMapRun: FieldCodable {
  var naluStartNumber: UInt16 = 0
  var groupID: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "NALU_start_number", &naluStartNumber)
    try f.uint(16, "groupID", &groupID)
  }
}

/// The groups of the subpictures of a picture.
struct VvcSubpicLayoutMapEntry: RegisteredSyntax {
  static let type: FourCC = "sulm"
  static let specification = "ISO/IEC 14496-15 §11"

  var groupIDInfo4cc: FourCC = "trif"
  var groupIDs: [UInt16] = [0]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("groupID_info_4cc", &groupIDInfo4cc)
    var countMinus1 = UInt16(clamping: max(groupIDs.count, 1) - 1)
    try f.uint(16, "entry_count_minus1", &countMinus1)
    try f.list(16, "groupID", &groupIDs, count: .exactly(Int(countMinus1) + 1))
  }
}

/// Pictures with NAL units of different types.
struct VvcMixedNALUnitTypePicEntry: RegisteredSyntax {
  static let type: FourCC = "minp"
  static let specification = "ISO/IEC 14496-15 §11"

  var pictures: [MixedPicture] = []
  var ppsMixNaluTypesInPicBitPos: UInt16 = 0
  var ppsID: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("pictures", &pictures, count: .bits(16, "num_mix_nalu_pic_idx"))
    try f.uint(10, "pps_mix_nalu_types_in_pic_bit_pos", &ppsMixNaluTypesInPicBitPos)
    try f.uint(6, "pps_id", &ppsID)
  }
}

/// Subpicture tracks that are combined to such a picture.
struct MixedPicture: FieldCodable {
  var mixSubpTrackIdx1: UInt16 = 0
  var mixSubpTrackIdx2: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "mix_subp_track_idx1", &mixSubpTrackIdx1)
    try f.uint(16, "mix_subp_track_idx2", &mixSubpTrackIdx2)
  }
}

/// The level of a subpicture.
struct SubpicLevelInfoEntry: RegisteredSyntax {
  static let type: FourCC = "spli"
  static let specification = "ISO/IEC 14496-15 §11"

  var levelIDC: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "level_idc", &levelIDC)
  }
}

/// The subpictures of a picture.
struct VvcSubpicIDEntry: RegisteredSyntax {
  static let type: FourCC = "spid"
  static let specification = "ISO/IEC 14496-15 §11"

  var rectRegionFlag = false
  var continuousIDFlag = false
  var subpictures: [SubpictureIDEntry] = [SubpictureIDEntry()]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("rect_region_flag", &rectRegionFlag)
    try f.reserved(2)
    try f.flag("continuous_id_flag", &continuousIDFlag)
    var countMinus1 = UInt16(clamping: max(subpictures.count, 1) - 1)
    try f.uint(12, "num_subpics_minus1", &countMinus1)
    var isFirst = true
    try f.list(
      "subpics", &subpictures, count: .exactly(Int(countMinus1) + 1), of: SubpictureIDEntry()
    ) { [continuousIDFlag, rectRegionFlag] (entry, f) throws(FieldError) in
      if isFirst || !continuousIDFlag { try f.uint(16, "subpic_id", &entry.subpicID) }
      if rectRegionFlag { try f.uint(16, "groupID", &entry.groupID) }
      isFirst = false
    }
  }
}

/// The identifier of a subpicture, and the group of its region.
struct SubpictureIDEntry: FieldCodable {
  var subpicID: UInt16 = 0
  var groupID: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "subpic_id", &subpicID)
    try f.uint(16, "groupID", &groupID)
  }
}

/// The location of the identifiers of subpictures in a parameter set.
struct SubpictureIDRewriting: FieldCodable {
  var subpicIDLenMinus1: UInt8 = 0
  var subpicIDBitPos: UInt16 = 0
  var startCodeEmulFlag = false
  var ppsSpsSubpicIDFlag = false
  var ppsID: UInt8 = 0
  var spsID: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(4, "subpic_id_len_minus1", &subpicIDLenMinus1)
    try f.uint(12, "subpic_id_bit_pos", &subpicIDBitPos)
    try f.flag("start_code_emul_flag", &startCodeEmulFlag)
    try f.flag("pps_sps_subpic_id_flag", &ppsSpsSubpicIDFlag)
    if ppsSpsSubpicIDFlag {
      try f.uint(6, "pps_id", &ppsID)
    } else {
      try f.uint(4, "sps_id", &spsID)
      try f.reserved(2)
    }
  }
}

/// Regions that are alternatives to each other.
struct AlternateRegionSet: FieldCodable {
  var groupIDs: [UInt16] = []
  var alternateRegionSetID: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var count = UInt16(clamping: groupIDs.count)
    try f.uint(16, "num_regions_in_set", &count)
    try f.uint(16, "alternate_region_set_id", &alternateRegionSetID)
    try f.list(16, "groupID", &groupIDs, count: .exactly(Int(count)))
  }
}

/// The order of subpicture tracks in a picture.
struct VvcSubpicOrderEntry: RegisteredSyntax {
  static let type: FourCC = "spor"
  static let specification = "ISO/IEC 14496-15 §11"

  var subpicIDInfoFlag = false
  var trackReferences: [UInt16] = []
  var rewriting = SubpictureIDRewriting()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("subpic_id_info_flag", &subpicIDInfoFlag)
    var count = UInt16(clamping: trackReferences.count)
    try f.uint(15, "num_subpic_ref_idx", &count)
    try f.list(16, "subp_track_ref_idx", &trackReferences, count: .exactly(Int(count)))
    if subpicIDInfoFlag {
      try rewriting.fields(&f)
    }
  }
}

/// The order of regions in a picture.
struct VvcRectRegionOrderEntry: RegisteredSyntax {
  static let type: FourCC = "rror"
  static let specification = "ISO/IEC 14496-15 §11"

  var subpicIDInfoFlag = false
  var alternateRegionSets: [AlternateRegionSet] = []
  var regionIDs: [UInt16] = []
  var rewriting = SubpictureIDRewriting()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("subpic_id_info_flag", &subpicIDInfoFlag)
    try f.reserved(7)
    try f.list(
      "alternate_region_sets", &alternateRegionSets, count: .bits(16, "num_alternate_region_set"))
    var countMinus1 = UInt16(clamping: regionIDs.count)
    try f.uint(16, "num_regions_minus1", &countMinus1)
    try f.list(16, "region_id", &regionIDs, count: .exactly(Int(countMinus1)))
    if subpicIDInfoFlag {
      try rewriting.fields(&f)
    }
  }
}

/// Subpicture tracks, a certain number of which can be shown together.
struct SubpicCommonGroupBox: BoxBody {
  static let type: FourCC = "acgl"
  static let specification = "ISO/IEC 14496-15 §11"

  var group = EntityToGroupBox()
  var levelIsPresentFlag = false
  var levelIsStaticFlag = false
  var levelIDC: UInt8 = 0
  var levelInfoEntityIdx: UInt32 = 0
  var numActiveTracks: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try group.fields(&f)
    try f.flag("level_is_present_flag", &levelIsPresentFlag)
    try f.flag("level_is_static_flag", &levelIsStaticFlag)
    try f.reserved(6)
    if levelIsPresentFlag {
      try f.uint(8, "level_idc", &levelIDC)
    }
    if !levelIsStaticFlag {
      try f.uint(32, "level_info_entity_idx", &levelInfoEntityIdx)
    }
    try f.uint(16, "num_active_tracks", &numActiveTracks)
  }
}

/// Groups of subpicture tracks, from each of which a certain number is shown.
struct SubpicMultipleGroupsBox: BoxBody {
  static let type: FourCC = "amgl"
  static let specification = "ISO/IEC 14496-15 §11"

  var group = EntityToGroupBox()
  var levelIsPresentFlag = false
  var levelIsStaticFlag = false
  var levelIDC: UInt8 = 0
  var levelInfoEntityIdx: UInt32 = 0
  /// The subgroup of each track of the group.
  var trackSubgroupIDs: [UInt16] = []
  /// The number of tracks of each subgroup that are shown.
  var activeTracks: [UInt16] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try group.fields(&f)
    try f.flag("level_is_present_flag", &levelIsPresentFlag)
    try f.flag("level_is_static_flag", &levelIsStaticFlag)
    try f.reserved(6)
    if levelIsPresentFlag {
      try f.uint(8, "level_idc", &levelIDC)
    }
    if !levelIsStaticFlag {
      try f.uint(32, "level_info_entity_idx", &levelInfoEntityIdx)
    }
    var count = UInt16(clamping: activeTracks.count)
    try f.uint(16, "num_subgroup_ids", &count)
    try f.list(
      count >= 1 << 8 ? 16 : 8, "track_subgroup_id", &trackSubgroupIDs,
      count: .exactly(group.entityIDs.count))
    try f.list(16, "num_active_tracks", &activeTracks, count: .exactly(Int(count)))
  }
}

/// Tracks between which a player can switch.
struct SwitchableTracks: BoxBody {
  static let type: FourCC = "swtk"
  static let specification = "ISO/IEC 14496-15 §11"

  var group = EntityToGroupBox()
  /// The position of each track of the group in the hierarchy.
  var trackSwitchHierarchyIDs: [UInt16] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try group.fields(&f)
    try f.list(
      16, "track_switch_hierarchy_id", &trackSwitchHierarchyIDs,
      count: .exactly(group.entityIDs.count))
  }
}
