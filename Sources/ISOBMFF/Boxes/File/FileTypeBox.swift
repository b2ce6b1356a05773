/// Which specifications the file conforms to. A segment (`styp`), a track (`ttyp`) and an item
/// (`brnd`) say it in the same way.
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

/// Brands that a reader must know together to read the file.
public struct TypeCombinationBox: BoxBody {
  public static let type: FourCC = "tyco"
  public static let specification = "ISO/IEC 14496-12 §4"

  public var compatibleBrands: [FourCC] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("compatible_brands", &compatibleBrands, count: .toEnd)
  }
}
