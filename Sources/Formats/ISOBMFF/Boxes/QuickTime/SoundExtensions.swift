/// QuickTime's configuration of an audio decoder; it ends with a box of type 0.
public struct SoundDecompressionBox: BoxContainer {
  public static let type: FourCC = "wave"
  public static let specification = "QuickTime File Format: Sound media, siDecompressionParam"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .soundExtensions)
  }
}

/// The order of bytes in uncompressed audio.
public struct EndianBox: BoxBody {
  public static let type: FourCC = "enda"
  public static let specification = "QuickTime File Format: Sound media, endian atom"

  public var littleEndian: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "littleEndian", &littleEndian, as: .names([0: "big", 1: "little"]))
  }
}

/// The layout of the channels of audio.
public struct AudioChannelLayoutBox: BoxBody {
  public static let type: FourCC = "chan"
  public static let specification = "QuickTime File Format: Audio channel layout atom"

  public var header = FullBoxHeader()
  public var channelLayoutTag: UInt32 = 0
  public var channelBitmap: UInt32 = 0
  public var channelDescriptions: [Description] = []

  /// The label of each channel (Core Audio: `AudioChannelLabel`), in their order; nil if they are unknown.
  public var labels: [UInt32]? {
    switch channelLayoutTag {
    case 0: return channelDescriptions.map(\.channelLabel)
    case 0x1_0000: return (0..<32).filter { channelBitmap >> $0 & 1 != 0 }.map { $0 + 1 }
    default: return ChannelLayoutTag.labels(of: channelLayoutTag)
    }
  }

  /// One channel.
  public struct Description: FieldCodable {
    public var channelLabel: UInt32 = 0
    public var channelFlags: UInt32 = 0
    /// The bits of three IEEE 754 numbers.
    public var coordinates: [UInt32] = [0, 0, 0]

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "channelLabel", &channelLabel, as: .names(ChannelLayoutTag.labels))
      try f.uint(32, "channelFlags", &channelFlags, as: .hex)
      try f.list(32, "coordinates", &coordinates, count: .exactly(3), as: .float)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(
      32, "channelLayoutTag", &channelLayoutTag, as: .names(ChannelLayoutTag.names))
    try f.uint(32, "channelBitmap", &channelBitmap, as: .hex)
    try f.list(
      "channelDescriptions", &channelDescriptions, count: .bits(32, "numberChannelDescriptions"))
  }
}
