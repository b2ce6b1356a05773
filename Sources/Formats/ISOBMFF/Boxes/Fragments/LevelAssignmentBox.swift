/// The meaning of the levels of `ssix`: tracks, groups of samples or parts of tracks.
public struct LevelAssignmentBox: BoxBody {
  public static let type: FourCC = "leva"
  public static let specification = "ISO/IEC 14496-12 §8.8.13"

  public var header = FullBoxHeader()
  public var levels: [Level] = []

  /// One level.
  public struct Level: FieldCodable {
    public var trackID: UInt32 = 1
    public var hasPadding = false
    public var assignmentType: UInt8 = 2
    /// The grouping type; for types 0 and 1.
    public var groupingType: FourCC = "tele"
    /// The parameter of the grouping type; for type 1.
    public var groupingTypeParameter: UInt32 = 0
    /// The ID of the sub-track; for type 4.
    public var subTrackID: UInt32 = 0

    static let types: ValueNames = [
      0: "sample group", 1: "sample group with a parameter", 2: "track", 3: "track, in order",
      4: "sub-track",
    ]

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "track_ID", &trackID)
      try f.flag("padding_flag", &hasPadding)
      try f.uint(7, "assignment_type", &assignmentType, as: .names(Self.types))
      if assignmentType < 2 { try f.fourCC("grouping_type", &groupingType) }
      if assignmentType == 1 { try f.uint(32, "grouping_type_parameter", &groupingTypeParameter) }
      if assignmentType == 4 { try f.uint(32, "sub_track_ID", &subTrackID) }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("levels", &levels, count: .bits(8, "level_count"))
  }
}

/// The common properties of alternative startup sequences (`alst`).
public struct AlternativeStartupSequencePropertiesBox: BoxBody {
  public static let type: FourCC = "assp"
  public static let specification = "ISO/IEC 14496-12 §8.8.16"

  public var header = FullBoxHeader()
  /// The least offset of an alternative start; in version 0.
  public var minInitialAltStartupOffset: Int32 = 0
  /// The entries with `grouping_type_parameter` and `min_initial_alt_startup_offset`; in version 1.
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    if header.version == 0 {
      try f.int(32, "min_initial_alt_startup_offset", &minInitialAltStartupOffset)
    } else {
      try f.table(
        "entries", &entries, count: .bits(32, "num_entries"),
        columns: [
          .uint(32, "grouping_type_parameter"), .int(32, "min_initial_alt_startup_offset"),
        ])
    }
  }
}
