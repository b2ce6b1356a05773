/// The tiles of a `tili` item, which resembles a grid, but has the locations of all tiles in one table.
public struct TiledImageConfigurationBox: BoxContainer {
  public static let type: FourCC = "tilC"
  public static let specification = "ISO/IEC 23008-12 (draft: low-overhead image tiling)"

  /// Flags: 2 bits for the size of offsets (32, 40, 48, 64 bits), 2 bits for the size of sizes (none, 24, 32, 64 bits),
  /// and whether tiles are in order.
  public var header = FullBoxHeader()
  public var tileWidth: UInt32 = 0
  public var tileHeight: UInt32 = 0
  /// The item type of the tiles.
  public var compressionFormat: FourCC = "hvc1"
  /// Sizes of the dimensions above the second.
  public var extraDimensions: [UInt32] = []
  /// The properties of all tiles. Version 1, of early files, has none.
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(32, "tile_width", &tileWidth)
    try f.uint(32, "tile_height", &tileHeight)
    try f.fourCC("tile_item_type", &compressionFormat)
    try f.list(
      32, "dimension_size", &extraDimensions, count: .bits(8, "number_of_extra_dimensions"))
    if header.version == 0 { try f.boxes(&children, countedBy: 8, "number_of_tile_properties") }
  }
}

/// A name for the content of an item, for ever and everywhere.
public struct ContentIDProperty: BoxBody {
  public static let type: FourCC = "uuid"
  public static let specification = "NGA.STND.0076 (GIMI)"

  /// A URN.
  public var contentID = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("content_id", &contentID, count: .toEnd)
  }
}

/// Names for the content of each component.
public struct ComponentContentIDsProperty: BoxBody {
  public static let type: FourCC = "uuid"
  public static let specification = "NGA.STND.0076 (GIMI)"

  public var contentIDs: [Text] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("content_ids", &contentIDs, count: .bits(32, "number_of_components"), of: "") {
      (id, f) throws(FieldError) in
      try f.text("content_id", &id)
    }
  }
}
