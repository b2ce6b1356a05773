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
public struct TypeCombinationBox: BoxBody {
  public static let type: FourCC = "tyco"
  public static let specification = "ISO/IEC 14496-12 §4"

  public var compatibleBrands: [FourCC] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("compatible_brands", &compatibleBrands, count: .toEnd)
  }
}
