public import HEVC

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
