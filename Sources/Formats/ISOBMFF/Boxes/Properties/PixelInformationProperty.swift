/// The number of channels of an image, and their bit depths.
public struct PixelInformationProperty: BoxBody {
  public static let type: FourCC = "pixi"
  public static let specification = "ISO/IEC 23008-12 §6.5.6"

  /// Bit 0 of the flags: a description of each channel follows (ISO/IEC 23008-12:2022/Amd 2).
  public var header = FullBoxHeader()
  public var bitsPerChannel: [UInt8] = []
  public var channels: [Channel] = []

  /// More information about one channel (ISO/IEC 23008-12 §6.5.6).
  public struct Channel: FieldCodable {
    public var idc: UInt8 = 0
    public var componentFormat: UInt8 = 0
    public var hasSubsampling = false
    public var hasLabel = false
    public var subsamplingType: UInt8 = 0
    public var subsamplingLocation: UInt8 = 0
    public var label: Text = ""

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(3, "channel_idc", &idc)
      try f.reserved(1)
      try f.uint(2, "component_format", &componentFormat)
      try f.flag("subsampling_flag", &hasSubsampling)
      try f.flag("channel_label_flag", &hasLabel)
      if hasSubsampling {
        try f.uint(4, "subsampling_type", &subsamplingType)
        try f.uint(4, "subsampling_location", &subsamplingLocation)
      }
      if hasLabel { try f.text("channel_label", &label) }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(8, "bits_per_channel", &bitsPerChannel, count: .bits(8, "num_channels"))
    if header.flags & 1 != 0 {
      try f.list("channels", &channels, count: .exactly(bitsPerChannel.count))
    }
  }
}
