/// The parts of the media, and the times when they are presented.
public struct EditListBox: BoxBody {
  public static let type: FourCC = "elst"
  public static let specification = "ISO/IEC 14496-12 §8.6.6"

  /// Flags: 1 the edits repeat.
  public var header = FullBoxHeader()
  /// `segment_duration` in the movie's timescale, `media_time` in the media's (−1: nothing is
  /// shown), `media_rate_integer`, `media_rate_fraction`.
  public var entries = FieldTable()

  public init() {}

  /// New edits: the four numbers of each, in fields as wide as they need.
  package init(flags: UInt32 = 0, rows: [[Int64]]) {
    let isWide = rows.contains { row in
      UInt32(exactly: row[0]) == nil || Int32(exactly: row[1]) == nil
    }
    header = FullBoxHeader(version: isWide ? 1 : 0, flags: flags)
    entries = FieldTable(columns: Self.columns(version: header.version), rows: rows)
  }

  private static func columns(version: UInt8) -> [FieldTable.Column] {
    let timeBits = version == 1 ? 64 : 32
    return [
      .uint(timeBits, "segment_duration"), .int(timeBits, "media_time"),
      .int(16, "media_rate_integer"), .int(16, "media_rate_fraction"),
    ]
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: Self.columns(version: header.version))
  }
}

/// The references of this track to others; the types of its children are the types of references.
public struct TrackReferenceBox: BoxContainer {
  public static let type: FourCC = "tref"
  public static let specification = "ISO/IEC 14496-12 §8.3.3"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .trackReferences)
  }
}

/// References of one type.
public struct TrackReferenceTypeBox: BoxBody {
  public static let type: FourCC = "cdsc"
  public static let specification = "ISO/IEC 14496-12 §8.3.3"

  public var trackIDs: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(32, "track_IDs", &trackIDs, count: .toEnd)
  }
}

/// The groups that a track belongs to; the types of its children are the types of group.
struct TrackGroupBox: BoxContainer {
  static let type: FourCC = "trgr"
  static let specification = "ISO/IEC 14496-12 §8.3.4"

  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .trackGroups)
  }
}

/// One group of tracks.
public struct TrackGroupTypeBox: BoxBody {
  public static let type: FourCC = "msrc"
  public static let specification = "ISO/IEC 14496-12 §8.3.4"

  public var header = FullBoxHeader()
  public var trackGroupID: UInt32 = 0
  /// The additional fields of the type of group.
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...255)
    try f.uint(32, "track_group_id", &trackGroupID)
    try f.bytes("data", &data, count: .toEnd)
  }
}

/// A part of a track, with its samples.
struct SubTrackBox: BoxContainer {
  static let type: FourCC = "strk"
  static let specification = "ISO/IEC 14496-12 §8.14.3"

  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct SubTrackSampleGroupBox: BoxBody {
  static let type: FourCC = "stsg"
  static let specification = "ISO/IEC 14496-12 §8.14.6"

  var header = FullBoxHeader()
  var groupingType: FourCC = "tele"
  var groupDescriptionIndices: [UInt32] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("grouping_type", &groupingType)
    try f.list(
      32, "group_description_index", &groupDescriptionIndices, count: .bits(16, "item_count"))
  }
}

/// Tracks of one kind of group for left and right eyes.
struct StereoVideoGroupBox: BoxBody {
  static let type: FourCC = "ster"
  static let specification = "ISO/IEC 14496-12 §8.3.4"

  var header = FullBoxHeader()
  var trackGroupID: UInt32 = 0
  var isLeftView = false

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "track_group_id", &trackGroupID)
    try f.flag("left_view_flag", &isLeftView)
    try f.reserved(31)
  }
}

/// Data about the movie or the track, in the form of QuickTime or of vendors.
public struct UserDataBox: BoxContainer {
  public static let type: FourCC = "udta"
  public static let specification = "ISO/IEC 14496-12 §8.10.1"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .userData)
  }
}

/// A name of a track or of a group of tracks for users.
struct LabelBox: BoxBody {
  static let type: FourCC = "labl"
  static let specification = "ISO/IEC 14496-12 §8.10.5"

  var header = FullBoxHeader()
  /// The number that the labels of one subject in several languages have in common.
  var id: UInt16 = 0
  /// The language, by the rules of BCP 47.
  var language: Text = ""
  var label: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, flags: [.bits(0x1, "label of a group")])
    try f.uint(16, "label_id", &id)
    try f.text("language", &language)
    try f.text("label", &label)
  }
}
