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
