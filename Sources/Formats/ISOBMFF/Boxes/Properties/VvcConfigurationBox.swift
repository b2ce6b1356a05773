public import VVC

/// The configuration of a VVC decoder, with the parameter sets.
public struct VvcConfigurationBox: BoxBody {
  public static let type: FourCC = "vvcC"
  public static let specification = "ISO/IEC 14496-15 §11.2.4"

  public var header = FullBoxHeader()
  public var record = VvcDecoderConfigurationRecord()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try record.fields(&f)
  }
}

/// The size of NAL unit lengths in a VVC track without its own parameter sets.
public struct VvcNALUConfigBox: BoxBody {
  public static let type: FourCC = "vvnC"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var header = FullBoxHeader()
  public var lengthSizeMinusOne: UInt8 = 3

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(6)
    try f.uint(2, "LengthSizeMinusOne", &lengthSizeMinusOne)
  }
}
