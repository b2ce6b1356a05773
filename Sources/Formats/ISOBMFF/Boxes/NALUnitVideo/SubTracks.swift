/// The views of a sub-track.
public struct MVCSubTrackViewBox: BoxBody {
  public static let type: FourCC = "mstv"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var header = FullBoxHeader()
  public var items: [SubTrackView] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("items", &items, count: .bits(16, "item_count"))
  }
}

/// A view of a sub-track.
public struct SubTrackView: FieldCodable {
  public var viewID: UInt16 = 0
  public var temporalID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(10, "view_id", &viewID)
    try f.uint(4, "temporal_id", &temporalID)
    try f.reserved(2)
  }
}

/// The layers of a sub-track.
public struct SVCSubTrackLayerBox: BoxBody {
  public static let type: FourCC = "sstl"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var header = FullBoxHeader()
  public var items: [SubTrackLayer] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("items", &items, count: .bits(16, "item_count"))
  }
}

/// A layer of a sub-track.
public struct SubTrackLayer: FieldCodable {
  public var dependencyID: UInt8 = 0
  public var qualityID: UInt8 = 0
  public var temporalID: UInt8 = 0
  public var priorityID: UInt8 = 0
  public var dependencyIDRange: UInt8 = 0
  public var qualityIDRange: UInt8 = 0
  public var temporalIDRange: UInt8 = 0
  public var priorityIDRange: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(3, "dependency_id", &dependencyID)
    try f.uint(4, "quality_id", &qualityID)
    try f.uint(3, "temporal_id", &temporalID)
    try f.uint(6, "priority_id", &priorityID)
    try f.uint(2, "dependency_id_range", &dependencyIDRange)
    try f.uint(2, "quality_id_range", &qualityIDRange)
    try f.uint(2, "temporal_id_range", &temporalIDRange)
    try f.uint(2, "priority_id_range", &priorityIDRange)
  }
}

/// The multiview groups of a sub-track.
public struct MVCSubTrackMultiviewGroupBox: BoxBody {
  public static let type: FourCC = "stmg"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var header = FullBoxHeader()
  public var multiviewGroupID: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(32, "MultiviewGroupId", &multiviewGroupID, count: .bits(16, "item_count"))
  }
}

/// The tiers of a sub-track.
public struct SubTrackTierBox: BoxBody {
  public static let type: FourCC = "stti"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var header = FullBoxHeader()
  public var tierID: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(16, "tierID", &tierID, count: .bits(16, "item_count"))
  }
}

/// The groups of tiles of a sub-track.
public struct TileSubTrackGroupBox: BoxBody {
  public static let type: FourCC = "tstb"
  public static let specification = "ISO/IEC 14496-15 §10"

  public var header = FullBoxHeader()
  public var tileGroupID: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(16, "tileGroupID", &tileGroupID, count: .bits(16, "item_count"))
  }
}
