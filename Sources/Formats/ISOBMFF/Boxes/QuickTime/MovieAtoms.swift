/// The method by which a movie is compressed.
public struct DataCompressionBox: BoxBody {
  public static let type: FourCC = "dcom"
  public static let specification = "QuickTime File Format: Compressed movie resources"

  /// `zlib`.
  public var compressionType: FourCC = "zlib"

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("compression_type", &compressionType)
  }
}

/// A movie, compressed.
public struct CompressedMovieDataBox: BoxBody {
  public static let type: FourCC = "cmvd"
  public static let specification = "QuickTime File Format: Compressed movie resources"

  /// Bytes.
  public var uncompressedSize: UInt32 = 0
  public var compressedData = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "uncompressed_size", &uncompressedSize)
    try f.bytes("compressed_data", &compressedData, count: .toEnd)
  }
}

/// The rectangle and the shape that are shown of a movie or a track.
struct ClippingRegionBox: BoxBody {
  static let type: FourCC = "crgn"
  static let specification = "QuickTime File Format: Clipping atoms"

  /// Bytes of the region.
  var regionSize: UInt16 = 10
  /// Top, left, bottom, right.
  var boundaryBox: [UInt16] = [0, 0, 0, 0]
  /// The data of regions that are not rectangles.
  var regionData = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "region_size", &regionSize)
    try f.list(16, "region_boundary_box", &boundaryBox, count: .exactly(4))
    try f.bytes("region_data", &regionData, count: .toEnd)
  }
}

/// A picture that is the alpha mask of the track.
struct CompressedMatteBox: BoxBody {
  static let type: FourCC = "kmat"
  static let specification = "QuickTime File Format: Track matte atoms"

  var header = FullBoxHeader()
  /// An image description, and the picture.
  var matteData = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("matte_data", &matteData, count: .toEnd)
  }
}

/// The location of the movie's preview.
public struct PreviewBox: BoxBody {
  public static let type: FourCC = "pnot"
  public static let specification = "QuickTime File Format: Preview atoms"

  public var modificationDate: UInt32 = 0
  public var version: UInt16 = 0
  /// `PICT`.
  public var atomType: FourCC = "PICT"
  /// Counted from 1.
  public var atomIndex: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "modification_date", &modificationDate, as: .seconds1904)
    try f.uint(16, "version", &version)
    try f.fourCC("atom_type", &atomType)
    try f.uint(16, "atom_index", &atomIndex)
  }
}

// Movies that refer to other movies, one for each kind of connection and computer.

/// The location of the other movie.
struct MovieDataReferenceBox: BoxBody {
  static let type: FourCC = "rdrf"
  static let specification = "QuickTime File Format: Reference movies"

  var header = FullBoxHeader()
  /// `url `, `alis`, `rsrc`.
  var dataReferenceType: FourCC = "url "
  var dataReference = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("data_reference_type", &dataReferenceType)
    let isURL = dataReferenceType == "url "
    try f.bytes("data_reference", &dataReference, count: .bits(32, "data_reference_size")) {
      isURL
        ? .text(Text(String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self), form: .plain)) : nil
    }
  }
}

/// The speed of the connection that the movie needs.
struct MovieDataRateBox: BoxBody {
  static let type: FourCC = "rmdr"
  static let specification = "QuickTime File Format: Reference movies"

  var header = FullBoxHeader()
  /// Bits per second.
  var dataRate: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "data_rate", &dataRate)
  }
}

/// The speed of the computer that the movie needs.
struct MovieCPUSpeedBox: BoxBody {
  static let type: FourCC = "rmcs"
  static let specification = "QuickTime File Format: Reference movies"

  var header = FullBoxHeader()
  /// 100 to 500.
  var cpuSpeed: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "cpu_speed", &cpuSpeed)
  }
}

/// The version of a program that the movie needs.
struct MovieVersionCheckBox: BoxBody {
  static let type: FourCC = "rmvc"
  static let specification = "QuickTime File Format: Reference movies"

  var header = FullBoxHeader()
  /// `qtim`: QuickTime.
  var softwarePackage: FourCC = "qtim"
  var version: UInt32 = 0
  var mask: UInt32 = 0
  var checkType: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("software_package", &softwarePackage)
    try f.uint(32, "version", &version, as: .hex)
    try f.uint(32, "mask", &mask, as: .hex)
    try f.uint(16, "check_type", &checkType, as: .names([0: "minimum", 1: "required"]))
  }
}

/// The component that the movie needs.
struct MovieComponentCheckBox: BoxBody {
  static let type: FourCC = "rmcd"
  static let specification = "QuickTime File Format: Reference movies"

  var header = FullBoxHeader()
  var componentType: FourCC = "    "
  var componentSubtype: FourCC = "    "
  var componentManufacturer: FourCC = "    "
  var componentFlags: UInt32 = 0
  var componentFlagsMask: UInt32 = 0
  var minimumVersion: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("component_type", &componentType)
    try f.fourCC("component_subtype", &componentSubtype)
    try f.fourCC("component_manufacturer", &componentManufacturer)
    try f.uint(32, "component_flags", &componentFlags, as: .hex)
    try f.uint(32, "component_flags_mask", &componentFlagsMask, as: .hex)
    try f.uint(32, "minimum_version", &minimumVersion, as: .hex)
  }
}

/// The quality of the movie, relative to the others.
struct MovieQualityBox: BoxBody {
  static let type: FourCC = "rmqu"
  static let specification = "QuickTime File Format: Reference movies"

  /// The higher the better.
  var quality: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "quality", &quality)
  }
}

/// The header of the parts of an input map, after size and type.
struct QTAtomHeader: FieldCodable {
  var atomID: UInt32 = 1
  var childCount: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "atom_ID", &atomID)
    try f.reserved(16)
    try f.uint(16, "child_count", &childCount)
    try f.reserved(32)
  }
}

/// A track that changes this one; its number is that of a modifier reference (`ssrc`).
struct TrackInputBox: BoxContainer {
  static let type: FourCC = "\0\0in"
  static let specification = "QuickTime File Format: Track input map atoms"

  var header = QTAtomHeader()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try header.fields(&f)
    try f.boxes(&children)
  }
}

/// The changed property of an input (`\0\0ty`), or the object to which it applies (`obid`).
struct TrackInputValueBox: BoxBody {
  static let type: FourCC = "\0\0ty"
  static let specification = "QuickTime File Format: Track input map atoms"

  /// Nil if the writer left it out.
  var header: QTAtomHeader?
  var value: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding { header = f.bitsLeft >= 128 ? QTAtomHeader() : nil }
    try header?.fields(&f)
    let isType = f.scope.type == "\0\0ty"
    try f.uint(
      32, isType ? "input_type" : "object_ID", &value,
      as: isType ? .names(TrackInputValueBox.types) : .decimal)
  }

  private static let types: ValueNames = [
    1: "matrix", 2: "clip", 3: "volume", 4: "balance", 5: "graphics mode", 6: "matrix of an object",
    7: "graphics mode of an object", 0x7669_6465: "image (vide)",
  ]
}

/// The colours of a palette.
public struct ColorTableBox: BoxBody {
  public static let type: FourCC = "ctab"
  public static let specification = "QuickTime File Format: Color table atoms"

  public var colorTableSeed: UInt32 = 0
  public var colorTableFlags: UInt16 = 0x8000
  /// `value`, `red`, `green`, `blue`; at least one.
  public var entries = FieldTable(columns: columns, rows: [[0, 0, 0, 0]])

  private static let columns: [FieldTable.Column] = [
    .uint(16, "value"), .uint(16, "red"), .uint(16, "green"), .uint(16, "blue"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "color_table_seed", &colorTableSeed)
    try f.uint(16, "color_table_flags", &colorTableFlags, as: .hex)
    var last = UInt16(clamping: max(entries.count, 1) - 1)
    try f.uint(16, "color_table_size", &last)
    try f.table(
      "entries", &entries, count: .exactly(Int(last) + 1), columns: Self.columns)
  }
}

extension FieldCoder {
  /// While decoding: the table that starts here, if there is one.
  var colorTable: ColorTableBox? { try? ColorTableBox(decoding: rest) }
}

/// The size of the picture in one aperture mode: `clef` (clean aperture, in display pixels), `prof` (production aperture,
/// in display pixels), `enof` (encoded pixels).
public struct TrackApertureBox: BoxBody {
  public static let type: FourCC = "clef"
  public static let specification = "QuickTime File Format: Track aperture mode dimensions"

  public var header = FullBoxHeader()
  /// 16.16.
  public var width: UInt32 = 0
  public var height: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "width", &width, as: .fixed(fraction: 16))
    try f.uint(32, "height", &height, as: .fixed(fraction: 16))
  }
}
