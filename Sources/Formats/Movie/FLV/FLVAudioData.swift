public import FieldCoding

/// The content of an audio tag (annex E.4.2; Enhanced RTMP v2, "ExAudioTagHeader").
public struct FLVAudioData: FieldCodable {
  /// `SoundFormat`: 10 is AAC, 2 MP3; with 9 four characters state the codec.
  public var format: UInt8 = 10
  /// The sample rate: 5512.5 Hz times a power of two with this exponent. For AAC it is always 3.
  public var rate: UInt8 = 3
  public var is16Bit = true
  public var isStereo = true
  /// With AAC, and with four characters.
  public var packetType = PacketType.codedFrames
  /// `mp4a`, `Opus`, `ac-3`, ...: with a ``format`` of 9.
  public var fourCC: FourCC = "Opus"
  public var modifiers: [FLVModifier] = []
  /// A packet of audio, or the decoder configuration.
  public var body = Bytes()

  /// `AACPacketType`, `AudioPacketType`
  public struct PacketType: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The body is an `AudioSpecificConfig`, a header of Opus, ...
    public static let sequenceStart = PacketType(rawValue: 0)
    public static let codedFrames = PacketType(rawValue: 1)
    public static let names: ValueNames = [
      0: "sequence start", 1: "coded frames", 2: "sequence end", 4: "channels", 5: "multitrack",
      7: "modifier",
    ]
  }

  /// Whether four characters state the codec.
  public var isEnhanced: Bool { format == 9 }

  /// Whether the packet belongs to several tracks, which have a header of their own in ``body``.
  public var isOfSeveralTracks: Bool { isEnhanced && packetType.rawValue == 5 }

  /// The name of the codec, for messages.
  public var codingName: String {
    guard isEnhanced else {
      return FLVAudioData.formatNames[UInt64(format)] ?? "audio format \(format) of FLV"
    }
    return isOfSeveralTracks ? "several tracks of audio in one" : "\(fourCC)"
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(4, "SoundFormat", &format, as: .names(FLVAudioData.formatNames))
    if isEnhanced {
      var type = packetType.rawValue
      try f.packetType("audioPacketType", &type, &modifiers, as: PacketType.names)
      packetType = PacketType(rawValue: type)
      if type != 5 { try f.fourCC("audioFourCc", &fourCC) }
    } else {
      try f.uint(2, "SoundRate", &rate)
      try f.flag("SoundSize", &is16Bit)
      try f.flag("SoundType", &isStereo)
      if format == 10 {
        try f.uint(8, "AACPacketType", &packetType.rawValue, as: .names(PacketType.names))
      }
    }
    try f.bytes("Body", &body, count: .toEnd)
  }

  public static let formatNames: ValueNames = [
    0: "PCM", 1: "ADPCM", 2: "MP3", 3: "PCM, little-endian", 4: "Nellymoser 16 kHz mono",
    5: "Nellymoser 8 kHz mono", 6: "Nellymoser", 7: "A-law PCM", 8: "µ-law PCM", 9: "enhanced",
    10: "AAC", 11: "Speex", 14: "MP3 8 kHz", 15: "device-specific",
  ]
}
