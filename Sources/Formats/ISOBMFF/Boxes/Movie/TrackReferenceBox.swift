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
public struct TrackGroupBox: BoxContainer {
  public static let type: FourCC = "trgr"
  public static let specification = "ISO/IEC 14496-12 §8.3.4"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
