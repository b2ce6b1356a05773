/// A part of a track, with its samples.
public struct SubTrackBox: BoxContainer {
  public static let type: FourCC = "strk"
  public static let specification = "ISO/IEC 14496-12 §8.14.3"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .subTracks)
  }
}

/// The properties of a part of a track, which can be selected like a track.
public struct SubTrackInformationBox: BoxBody {
  public static let type: FourCC = "stri"
  public static let specification = "ISO/IEC 14496-12 §8.14.4"

  public var header = FullBoxHeader()
  public var switchGroup: Int16 = 0
  public var alternateGroup: Int16 = 0
  public var subTrackID: UInt32 = 0
  /// The properties in which the parts of a group differ.
  public var attributes: [FourCC] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(16, "switch_group", &switchGroup)
    try f.int(16, "alternate_group", &alternateGroup)
    try f.uint(32, "sub_track_ID", &subTrackID)
    try f.list("attribute_list", &attributes, count: .toEnd)
  }
}

/// The groups of samples of which the part consists.
public struct SubTrackSampleGroupBox: BoxBody {
  public static let type: FourCC = "stsg"
  public static let specification = "ISO/IEC 14496-12 §8.14.6"

  public var header = FullBoxHeader()
  public var groupingType: FourCC = "tele"
  public var groupDescriptionIndices: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("grouping_type", &groupingType)
    try f.list(
      32, "group_description_index", &groupDescriptionIndices, count: .bits(16, "item_count"))
  }
}

/// Tracks of one kind of group for left and right eyes.
public struct StereoVideoGroupBox: BoxBody {
  public static let type: FourCC = "ster"
  public static let specification = "ISO/IEC 14496-12 §8.3.4"

  public var header = FullBoxHeader()
  public var trackGroupID: UInt32 = 0
  public var isLeftView = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "track_group_id", &trackGroupID)
    try f.flag("left_view_flag", &isLeftView)
    try f.reserved(31)
  }
}
