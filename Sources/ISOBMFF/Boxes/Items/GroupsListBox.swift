/// Groups of items and tracks.
public struct GroupsListBox: BoxContainer {
  public static let type: FourCC = "grpl"
  public static let specification = "ISO/IEC 14496-12 §8.18.2"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .entityGroups)
  }
}

/// One group; the type of the box says what the members have in common.
public struct EntityToGroupBox: BoxBody {
  public static let type: FourCC = "altr"
  public static let specification = "ISO/IEC 14496-12 §8.18.3"

  public var header = FullBoxHeader()
  /// Shares its number space with items and tracks.
  public var groupID: UInt32 = 0
  public var entityIDs: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...255)
    try f.uint(32, "group_id", &groupID)
    try f.list(32, "entity_id", &entityIDs, count: .bits(32, "num_entities_in_group"))
  }
}
