/// How the components of Motion JPEG 2000 are sampled.
public struct MJP2SubsamplingBox: BoxBody {
  public static let type: FourCC = "jsub"
  public static let specification = "ISO/IEC 15444-3"

  public var horizontalSubsampling: UInt8 = 1
  public var verticalSubsampling: UInt8 = 1
  public var horizontalOffset: UInt8 = 0
  public var verticalOffset: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "horizontal_sub", &horizontalSubsampling)
    try f.uint(8, "vertical_sub", &verticalSubsampling)
    try f.uint(8, "horizontal_offset", &horizontalOffset)
    try f.uint(8, "vertical_offset", &verticalOffset)
  }
}

/// The fields of the pictures before they were coded.
public struct MJP2OriginalFormatBox: BoxBody {
  public static let type: FourCC = "orfo"
  public static let specification = "ISO/IEC 15444-3"

  public var fieldCount: UInt8 = 1
  public var fieldOrder: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "original_fieldcount", &fieldCount)
    try f.uint(8, "original_fieldorder", &fieldOrder)
  }
}

/// The brands that the pictures comply with.
public struct MJP2ProfileBox: BoxBody {
  public static let type: FourCC = "jp2p"
  public static let specification = "ISO/IEC 15444-3"

  public var header = FullBoxHeader()
  public var compatibleBrands: [FourCC] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("compatible_brands", &compatibleBrands, count: .toEnd)
  }
}

/// The data before the codestream of every sample.
public struct MJP2PrefixBox: BoxBody {
  public static let type: FourCC = "jp2x"
  public static let specification = "ISO/IEC 15444-3"

  public var header = FullBoxHeader()
  public var prefix = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("data", &prefix, count: .toEnd)
  }
}
