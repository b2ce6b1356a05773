/// How the bytes of uncompressed images are arranged.
public struct UncompressedFrameConfigBox: BoxBody {
  public static let type: FourCC = "uncC"
  public static let specification = "ISO/IEC 23001-17 §5.2.1"

  public var header = FullBoxHeader()
  /// A known arrangement (`rgba`, `i420`, ...); version 1 has no other field; 0 for none.
  public var profile = FourCC(rawValue: 0)
  public var components: [Component] = []
  public var samplingType: UInt8 = 0
  public var interleaveType: UInt8 = 0
  /// Bytes; 0 if components are not in blocks.
  public var blockSize: UInt8 = 0
  public var isComponentLittleEndian = false
  public var isBlockPaddingLeastSignificant = false
  public var isBlockLittleEndian = false
  public var isBlockReversed = false
  public var isPaddingUnknown = false
  /// Bytes; 0 if pixels are not padded.
  public var pixelSize: UInt32 = 0
  /// Rows and tiles start at multiples of these.
  public var rowAlignSize: UInt32 = 0
  public var tileAlignSize: UInt32 = 0
  public var tileColumnsMinusOne: UInt32 = 0
  public var tileRowsMinusOne: UInt32 = 0

  /// How a component is stored.
  public struct Component: FieldCodable {
    /// Into `cmpd`.
    public var index: UInt16 = 0
    public var bitDepthMinusOne: UInt8 = 7
    public var format: UInt8 = 0
    /// Bytes; 0 if values follow each other bit by bit.
    public var alignSize: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "component_index", &index)
      try f.uint(8, "component_bit_depth_minus_one", &bitDepthMinusOne)
      try f.uint(8, "component_format", &format, as: .names(UncompressedFrameConfigBox.formats))
      try f.uint(8, "component_align_size", &alignSize)
    }
  }

  static let formats: ValueNames = [
    0: "unsigned integer", 1: "float", 2: "complex", 3: "signed integer",
  ]
  static let samplings: ValueNames = [0: "none", 1: "4:2:2", 2: "4:2:0", 3: "4:1:1"]
  static let interleaves: ValueNames = [
    0: "component", 1: "pixel", 2: "mixed", 3: "row", 4: "tile-component", 5: "multi-Y",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.fourCC("profile", &profile)
    guard header.version == 0 else { return }
    try f.list("components", &components, count: .bits(32, "component_count"))
    try f.uint(8, "sampling_type", &samplingType, as: .names(Self.samplings))
    try f.uint(8, "interleave_type", &interleaveType, as: .names(Self.interleaves))
    try f.uint(8, "block_size", &blockSize)
    try f.flag("components_little_endian", &isComponentLittleEndian)
    try f.flag("block_pad_lsb", &isBlockPaddingLeastSignificant)
    try f.flag("block_little_endian", &isBlockLittleEndian)
    try f.flag("block_reversed", &isBlockReversed)
    try f.flag("pad_unknown", &isPaddingUnknown)
    try f.reserved(3)
    try f.uint(32, "pixel_size", &pixelSize)
    try f.uint(32, "row_align_size", &rowAlignSize)
    try f.uint(32, "tile_align_size", &tileAlignSize)
    try f.uint(32, "num_tile_cols_minus_one", &tileColumnsMinusOne)
    try f.uint(32, "num_tile_rows_minus_one", &tileRowsMinusOne)
  }
}

/// The kinds of the components of uncompressed images.
public struct ComponentDefinitionBox: BoxBody {
  public static let type: FourCC = "cmpd"
  public static let specification = "ISO/IEC 23001-17 §6.1.2"

  public var components: [Component] = []

  /// A component.
  public struct Component: FieldCodable {
    public var componentType: UInt16 = 0
    /// The type as a URI; with types from 0x8000 on.
    public var typeURI: Text = ""

    static let types: ValueNames = [
      0: "monochrome", 1: "Y", 2: "Cb", 3: "Cr", 4: "red", 5: "green", 6: "blue", 7: "alpha",
      8: "depth", 9: "disparity", 10: "palette", 11: "filter array", 12: "padding", 13: "cyan",
      14: "magenta", 15: "yellow", 16: "key (black)",
    ]

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "component_type", &componentType, as: .names(Self.types))
      if componentType >= 0x8000 { try f.text("component_type_uri", &typeURI) }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("components", &components, count: .bits(32, "component_count"))
  }
}

/// The colours for the values of a palette component.
public struct ComponentPaletteBox: BoxBody {
  public static let type: FourCC = "cpal"
  public static let specification = "ISO/IEC 23001-17 §6.1"

  public var header = FullBoxHeader()
  public var components: [Component] = []
  public var valuesCount: UInt32 = 0
  /// Value after value, each with all components, bit by bit.
  public var values = Bytes()

  /// A component of the colours.
  public struct Component: FieldCodable {
    /// Into `cmpd`.
    public var index: UInt32 = 0
    public var bitDepthMinusOne: UInt8 = 7
    public var format: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "component_index", &index)
      try f.uint(8, "component_bit_depth_minus_one", &bitDepthMinusOne)
      try f.uint(8, "component_format", &format, as: .names(UncompressedFrameConfigBox.formats))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("components", &components, count: .bits(16, "component_count"))
    try f.uint(32, "values_count", &valuesCount)
    try f.bytes("values", &values, count: .toEnd)
  }
}

/// The tiles of a `tili` item, which resembles a grid, but has the locations of all tiles in one table.
struct TiledImageConfigurationBox: BoxContainer {
  static let type: FourCC = "tilC"
  static let specification = "ISO/IEC 23008-12 (draft: low-overhead image tiling)"

  /// Flags: 2 bits for the size of offsets (32, 40, 48, 64 bits), 2 bits for the size of sizes (none, 24, 32, 64 bits),
  /// and whether tiles are in order.
  var header = FullBoxHeader()
  var tileWidth: UInt32 = 0
  var tileHeight: UInt32 = 0
  /// The item type of the tiles.
  var compressionFormat: FourCC = "hvc1"
  /// Sizes of the dimensions above the second.
  var extraDimensions: [UInt32] = []
  /// The properties of all tiles. Version 1, of early files, has none.
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct ContentIDProperty: BoxBody {
  static let type: FourCC = "uuid"
  static let specification = "NGA.STND.0076 (GIMI)"

  /// A URN.
  var contentID = Text("", form: .plain)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("content_id", &contentID, count: .toEnd)
  }
}

/// Names for the content of each component.
struct ComponentContentIDsProperty: BoxBody {
  static let type: FourCC = "uuid"
  static let specification = "NGA.STND.0076 (GIMI)"

  var contentIDs: [Text] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("content_ids", &contentIDs, count: .bits(32, "number_of_components"), of: "") {
      (id, f) throws(FieldError) in
      try f.text("content_id", &id)
    }
  }
}

/// The general compression (DEFLATE, Brotli, ...) of the bytes of an uncompressed image.
public struct CompressionConfigurationBox: BoxBody {
  public static let type: FourCC = "cmpC"
  public static let specification = "ISO/IEC 23001-17 Amd 2"

  public var header = FullBoxHeader()
  /// `zlib`, `defl`, `brot`.
  public var compressionType: FourCC = "zlib"
  /// A field of drafts.
  public var mustDecompressIndividualUnits = false
  /// The kind of unit that was compressed.
  public var compressedUnitType: UInt8 = 0

  static let units: ValueNames = [
    0: "whole item", 1: "image", 2: "image tile", 3: "image row", 4: "image pixel",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("compression_type", &compressionType)
    try f.flag("must_decompress_individual_units", &mustDecompressIndividualUnits)
    try f.uint(7, "compressed_unit_type", &compressedUnitType, as: .names(Self.units))
  }
}

/// The location of each compressed unit of an item.
public struct GenericallyCompressedUnitsItemInfoBox: BoxBody {
  public static let type: FourCC = "icef"
  public static let specification = "ISO/IEC 23001-17 Amd 2"

  public var header = FullBoxHeader()
  /// 0: units follow each other and have no offsets; 1 to 4: 16, 24, 32, 64 bits.
  public var unitOffsetCode: UInt8 = 0
  /// 0 to 4: 8, 16, 24, 32, 64 bits.
  public var unitSizeCode: UInt8 = 3
  /// `unit_offset` in the item, `unit_size`.
  public var units = FieldTable()

  static let offsetBits = [0, 16, 24, 32, 64]
  static let sizeBits = [8, 16, 24, 32, 64]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(3, "unit_offset_code", &unitOffsetCode)
    try f.uint(3, "unit_size_code", &unitSizeCode)
    guard unitOffsetCode < 5, unitSizeCode < 5 else {
      throw f.error(
        .invalid("the codes \(unitOffsetCode) and \(unitSizeCode) are not both below 5"))
    }
    try f.reserved(2)
    let size = FieldTable.Column.uint(Self.sizeBits[Int(unitSizeCode)], "unit_size")
    let offset = FieldTable.Column.offset(
      Self.offsetBits[Int(unitOffsetCode)], "unit_offset", .position(from: .item))
    try f.table(
      "units", &units, count: .bits(32, "num_compressed_units"),
      columns: unitOffsetCode == 0 ? [size] : [offset, size])
  }
}

/// The locations of compressed units in a draft of the standard, which early files follow: offsets count from the start
/// of the file.
public struct ItemCompressedByteRangeInfoBox: BoxBody {
  public static let type: FourCC = "icbr"
  public static let specification = "ISO/IEC 23001-17 Amd 2 (draft)"

  public var header = FullBoxHeader()
  /// `range_offset`, `range_size`.
  public var ranges = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let bits = header.version == 0 ? 32 : 64
    try f.table(
      "ranges", &ranges, count: .bits(32, "num_ranges"),
      columns: [
        .offset(bits, "range_offset", .position(from: .file)), .uint(bits, "range_size"),
      ])
  }
}
