public import AV1
public import AVC
public import HEVC
public import VVC

/// The configuration of an HEVC decoder, with the parameter sets.
public struct HEVCConfigurationBox: BoxBody {
  public static let type: FourCC = "hvcC"
  public static let specification = "ISO/IEC 14496-15 §8.4.1.1"

  public var record = HEVCDecoderConfigurationRecord()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try record.fields(&f)
  }
}

/// The configuration of a decoder for the further layers of layered HEVC.
public struct LayeredHEVCConfigurationBox: BoxBody {
  public static let type: FourCC = "lhvC"
  public static let specification = "ISO/IEC 14496-15 §9.6.3"

  public var record = LHEVCDecoderConfigurationRecord()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try record.fields(&f)
  }
}

/// The configuration of an AVC decoder, with the parameter sets.
public struct AVCConfigurationBox: BoxBody {
  public static let type: FourCC = "avcC"
  public static let specification = "ISO/IEC 14496-15 §5.3.3.1"

  public var record = AVCDecoderConfigurationRecord()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try record.fields(&f)
  }
}

/// The configuration of an AV1 decoder.
public struct AV1CodecConfigurationBox: BoxBody {
  public static let type: FourCC = "av1C"
  public static let specification = "AV1 Codec ISO Media File Format Binding §2.3"

  public var record = AV1CodecConfigurationRecord()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try record.fields(&f)
  }
}

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
struct VvcNALUConfigBox: BoxBody {
  static let type: FourCC = "vvnC"
  static let specification = "ISO/IEC 14496-15 §11"

  var header = FullBoxHeader()
  var lengthSizeMinusOne: UInt8 = 3

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(6)
    try f.uint(2, "LengthSizeMinusOne", &lengthSizeMinusOne)
  }
}
