/// How the fields of uncompressed pictures are interlaced.
public struct FieldInterlaceTypeEntry: RegisteredSyntax {
  public static let type: FourCC = "ilce"
  public static let specification = "ISO/IEC 23001-17"

  public var interlaceType: UInt8 = 0
  public var isInterleaved = false
  public var firstFieldType: UInt8 = 0
  public var isBottomFirst = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(2, "interlace_type", &interlaceType)
    try f.flag("interleaved", &isInterleaved)
    try f.uint(1, "first_field_type", &firstFieldType)
    try f.flag("bottom_first", &isBottomFirst)
    try f.reserved(3)
  }
}

/// The kinds of groups that a reader has to know, in the order in which it applies them.
public struct EssentialDescriptionsHierarchyEntry: RegisteredSyntax {
  public static let type: FourCC = "esgh"
  public static let specification = "ISO/IEC 14496-12 §10"

  public var groupingTypes: [FourCC] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("grouping_type", &groupingTypes, count: .bits(32, "num_groupings"))
  }
}

/// A key frame that is shown later than the frames after it.
public struct AV1ForwardKeyFrameSampleGroupEntry: RegisteredSyntax {
  public static let type: FourCC = "av1f"
  public static let specification = "AV1 in ISOBMFF §2.5"

  /// The number of frames after which it is shown.
  public var forwardDistance: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "fwd_distance", &forwardDistance)
  }
}

/// A description without fields: belonging to the group says all.
public struct SampleGroupEntryWithoutFields: RegisteredSyntax {
  public static let type: FourCC = "av1s"
  public static let specification = "AV1 in ISOBMFF §2"

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {}
}
