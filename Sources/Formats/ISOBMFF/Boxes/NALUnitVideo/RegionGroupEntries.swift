/// A rectangle of tiles.
public struct RectangularRegionGroupEntry: RegisteredSyntax {
  public static let type: FourCC = "trif"
  public static let specification = "ISO/IEC 14496-15 §10"

  public var groupID: UInt16 = 0
  public var rectRegionFlag = false
  public var independentIDC: UInt8 = 0
  public var fullPicture = false
  public var filteringDisabled = false
  public var hasDependencyList = false
  public var horizontalOffset: UInt16 = 0
  public var verticalOffset: UInt16 = 0
  public var regionWidth: UInt16 = 0
  public var regionHeight: UInt16 = 0
  public var dependencyRectRegionGroupID: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct NALUMapEntry: RegisteredSyntax {
  public static let type: FourCC = "nalm"
  public static let specification = "ISO/IEC 14496-15 §10"

  public var largeSize = false
  public var rle = false
  public var entries: [NALUMapRun] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct NALUMapRun: FieldCodable {
  public var naluStartNumber: UInt16 = 0
  public var groupID: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "NALU_start_number", &naluStartNumber)
    try f.uint(16, "groupID", &groupID)
  }
}

/// The groups of the subpictures of a picture.
public struct VvcSubpicLayoutMapEntry: RegisteredSyntax {
  public static let type: FourCC = "sulm"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var groupIDInfo4cc: FourCC = "trif"
  public var groupIDs: [UInt16] = [0]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("groupID_info_4cc", &groupIDInfo4cc)
    var countMinus1 = UInt16(clamping: max(groupIDs.count, 1) - 1)
    try f.uint(16, "entry_count_minus1", &countMinus1)
    try f.list(16, "groupID", &groupIDs, count: .exactly(Int(countMinus1) + 1))
  }
}

/// Pictures with NAL units of different types.
public struct VvcMixedNALUnitTypePicEntry: RegisteredSyntax {
  public static let type: FourCC = "minp"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var pictures: [MixedPicture] = []
  public var ppsMixNaluTypesInPicBitPos: UInt16 = 0
  public var ppsID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("pictures", &pictures, count: .bits(16, "num_mix_nalu_pic_idx"))
    try f.uint(10, "pps_mix_nalu_types_in_pic_bit_pos", &ppsMixNaluTypesInPicBitPos)
    try f.uint(6, "pps_id", &ppsID)
  }
}

/// Subpicture tracks that are combined to such a picture.
public struct MixedPicture: FieldCodable {
  public var mixSubpTrackIdx1: UInt16 = 0
  public var mixSubpTrackIdx2: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "mix_subp_track_idx1", &mixSubpTrackIdx1)
    try f.uint(16, "mix_subp_track_idx2", &mixSubpTrackIdx2)
  }
}

/// The level of a subpicture.
public struct SubpicLevelInfoEntry: RegisteredSyntax {
  public static let type: FourCC = "spli"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var levelIDC: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "level_idc", &levelIDC)
  }
}

/// The subpictures of a picture.
public struct VvcSubpicIDEntry: RegisteredSyntax {
  public static let type: FourCC = "spid"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var rectRegionFlag = false
  public var continuousIDFlag = false
  public var subpictures: [SubpictureIDEntry] = [SubpictureIDEntry()]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct SubpictureIDEntry: FieldCodable {
  public var subpicID: UInt16 = 0
  public var groupID: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "subpic_id", &subpicID)
    try f.uint(16, "groupID", &groupID)
  }
}

/// The location of the identifiers of subpictures in a parameter set.
public struct SubpictureIDRewriting: FieldCodable {
  public var subpicIDLenMinus1: UInt8 = 0
  public var subpicIDBitPos: UInt16 = 0
  public var startCodeEmulFlag = false
  public var ppsSpsSubpicIDFlag = false
  public var ppsID: UInt8 = 0
  public var spsID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct AlternateRegionSet: FieldCodable {
  public var groupIDs: [UInt16] = []
  public var alternateRegionSetID: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var count = UInt16(clamping: groupIDs.count)
    try f.uint(16, "num_regions_in_set", &count)
    try f.uint(16, "alternate_region_set_id", &alternateRegionSetID)
    try f.list(16, "groupID", &groupIDs, count: .exactly(Int(count)))
  }
}

/// The order of subpicture tracks in a picture.
public struct VvcSubpicOrderEntry: RegisteredSyntax {
  public static let type: FourCC = "spor"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var subpicIDInfoFlag = false
  public var trackReferences: [UInt16] = []
  public var rewriting = SubpictureIDRewriting()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct VvcRectRegionOrderEntry: RegisteredSyntax {
  public static let type: FourCC = "rror"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var subpicIDInfoFlag = false
  public var alternateRegionSets: [AlternateRegionSet] = []
  public var regionIDs: [UInt16] = []
  public var rewriting = SubpictureIDRewriting()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct SubpicCommonGroupBox: BoxBody {
  public static let type: FourCC = "acgl"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var group = EntityToGroupBox()
  public var levelIsPresentFlag = false
  public var levelIsStaticFlag = false
  public var levelIDC: UInt8 = 0
  public var levelInfoEntityIdx: UInt32 = 0
  public var numActiveTracks: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct SubpicMultipleGroupsBox: BoxBody {
  public static let type: FourCC = "amgl"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var group = EntityToGroupBox()
  public var levelIsPresentFlag = false
  public var levelIsStaticFlag = false
  public var levelIDC: UInt8 = 0
  public var levelInfoEntityIdx: UInt32 = 0
  /// The subgroup of each track of the group.
  public var trackSubgroupIDs: [UInt16] = []
  /// The number of tracks of each subgroup that are shown.
  public var activeTracks: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct SwitchableTracks: BoxBody {
  public static let type: FourCC = "swtk"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var group = EntityToGroupBox()
  /// The position of each track of the group in the hierarchy.
  public var trackSwitchHierarchyIDs: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try group.fields(&f)
    try f.list(
      16, "track_switch_hierarchy_id", &trackSwitchHierarchyIDs,
      count: .exactly(group.entityIDs.count))
  }
}
