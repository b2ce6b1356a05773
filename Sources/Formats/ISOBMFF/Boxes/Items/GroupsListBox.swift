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

/// A group; the type of the box states the relation of its members.
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

/// The same image in several sizes, each of which consists of tiles.
public struct ImagePyramidGroupBox: BoxBody {
  public static let type: FourCC = "pymd"
  public static let specification = "ISO/IEC 23008-12:2025 §6.8"

  public var header = FullBoxHeader()
  public var groupID: UInt32 = 0
  /// The IDs of the members, from the smallest image on.
  public var entityIDs: [UInt32] = []
  public var tileSizeX: UInt16 = 0
  public var tileSizeY: UInt16 = 0
  /// The layers of each image.
  public var layers: [Layer] = []

  /// An image.
  public struct Layer: FieldCodable {
    /// The number of pixels of the largest image that correspond to one pixel of this image.
    public var binning: UInt16 = 1
    public var tilesInRowMinusOne: UInt16 = 0
    public var tilesInColumnMinusOne: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "layer_binning", &binning)
      try f.uint(16, "tiles_in_layer_row_minus1", &tilesInRowMinusOne)
      try f.uint(16, "tiles_in_layer_column_minus1", &tilesInColumnMinusOne)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "group_id", &groupID)
    try f.list(32, "entity_id", &entityIDs, count: .bits(32, "num_entities_in_group"))
    try f.uint(16, "tile_size_x", &tileSizeX)
    try f.uint(16, "tile_size_y", &tileSizeY)
    try f.list("layers", &layers, count: .exactly(entityIDs.count))
  }
}
