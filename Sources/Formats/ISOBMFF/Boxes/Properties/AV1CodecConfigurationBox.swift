public import AV1

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
