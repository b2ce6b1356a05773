public import AVC

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
