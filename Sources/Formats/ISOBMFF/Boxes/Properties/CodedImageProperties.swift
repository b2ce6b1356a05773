/// The tables that precede the data of every JPEG item.
public struct JPEGConfigurationBox: BoxBody {
  public static let type: FourCC = "jpgC"
  public static let specification = "ISO/IEC 23008-12 Annex H"

  public var jpegPrefix = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("JPEGprefix", &jpegPrefix, count: .toEnd)
  }
}

/// Which set of layers is to be decoded.
public struct TargetOlsProperty: BoxBody {
  public static let type: FourCC = "tols"
  public static let specification = "ISO/IEC 23008-12 §6.5.29"

  public var header = FullBoxHeader()
  public var targetOLSIndex: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "target_ols_idx", &targetOLSIndex)
  }
}

/// The image is scaled for display.
public struct ImageScaling: BoxBody {
  public static let type: FourCC = "iscl"
  public static let specification = "ISO/IEC 23008-12 §6.5.13"

  public var header = FullBoxHeader()
  public var targetWidthNumerator: UInt16 = 1
  public var targetWidthDenominator: UInt16 = 1
  public var targetHeightNumerator: UInt16 = 1
  public var targetHeightDenominator: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "target_width_numerator", &targetWidthNumerator)
    try f.uint(16, "target_width_denominator", &targetWidthDenominator)
    try f.uint(16, "target_height_numerator", &targetHeightNumerator)
    try f.uint(16, "target_height_denominator", &targetHeightDenominator)
  }
}

/// How a mask is stored.
public struct MaskConfigurationProperty: BoxBody {
  public static let type: FourCC = "mskC"
  public static let specification = "ISO/IEC 23008-12 §6.10.2"

  public var header = FullBoxHeader()
  /// 1, 2, 4, 8 or 16.
  public var bitsPerPixel: UInt8 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "bits_per_pixel", &bitsPerPixel)
  }
}

/// How a sphere is projected to the picture.
public struct ProjectionFormatProperty: BoxBody {
  public static let type: FourCC = "prfr"
  public static let specification = "ISO/IEC 23090-2 §7.9.3"

  public var header = FullBoxHeader()
  public var projectionType: UInt8 = 0

  static let types: ValueNames = [0: "equirectangular", 1: "cube map"]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(3)
    try f.uint(5, "projection_type", &projectionType, as: .names(Self.types))
  }
}
