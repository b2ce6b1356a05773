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
