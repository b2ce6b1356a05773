/// The specifications to which the file conforms. Segments (`styp`), tracks (`ttyp`) and items (`brnd`) have boxes with
/// the same syntax.
public struct FileTypeBox: BoxBody {
  public static let type: FourCC = "ftyp"
  public static let specification = "ISO/IEC 14496-12 §4.3"

  public var majorBrand: FourCC = "mif1"
  public var minorVersion: UInt32 = 0
  public var compatibleBrands: [FourCC] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("major_brand", &majorBrand)
    try f.uint(32, "minor_version", &minorVersion)
    try f.list("compatible_brands", &compatibleBrands, count: .toEnd)
  }
}

/// Brands all of which a reader must support to read the file.
struct TypeCombinationBox: BoxBody {
  static let type: FourCC = "tyco"
  static let specification = "ISO/IEC 14496-12 §4"

  var compatibleBrands: [FourCC] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("compatible_brands", &compatibleBrands, count: .toEnd)
  }
}

/// The delay before playback for several download rates.
struct ProgressiveDownloadInfoBox: BoxBody {
  static let type: FourCC = "pdin"
  static let specification = "ISO/IEC 14496-12 §8.1.3"

  var header = FullBoxHeader()
  /// `rate` in bytes per second, `initial_delay` in milliseconds.
  var entries = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "entries", &entries, count: .toEnd, columns: [.uint(32, "rate"), .uint(32, "initial_delay")])
  }
}

/// Media data to which `imdt` refers by a number instead of an offset in the file.
public struct IdentifiedMediaDataBox: BoxBody {
  public static let type: FourCC = "imda"
  public static let specification = "ISO/IEC 14496-12 §8.1.4"

  public var imdaIdentifier: UInt32 = 0
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "imda_identifier", &imdaIdentifier)
    try f.bytes("data", &data, count: .toEnd)
  }
}

/// The movie of a motion photo, or the further tracks of a movie (`axte`), as an embedded file.
struct MotionPhotoVideoBox: BoxContainer {
  static let type: FourCC = "mpvd"
  static let specification = "Android Motion Photo format 1.0"

  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.embeddedFile(&children)
  }
}
