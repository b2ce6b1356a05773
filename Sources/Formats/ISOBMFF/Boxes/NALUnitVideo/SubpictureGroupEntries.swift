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
