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

/// The content of a video tag (annex E.4.3; Enhanced RTMP v2, "ExVideoTagHeader").
public struct FLVVideoData: FieldCodable {
  /// Whether the codec is stated by four characters, as Enhanced RTMP has it.
  public var isEnhanced = false
  public var frameType = FrameType.key
  /// The codec, if it is not an enhanced one: 7 is AVC.
  public var codecID: UInt8 = 7
  public var packetType = PacketType.codedFrames
  /// `hvc1`, `av01`, ...: with ``isEnhanced``.
  public var fourCC: FourCC = "hvc1"
  public var modifiers: [FLVModifier] = []
  /// The composition offset of a frame, in milliseconds; nil if the packet has no field for it.
  public var compositionOffset: Int32?
  /// The samples in the form of movies, a decoder configuration record, or metadata.
  public var body = Bytes()

  /// `FrameType`
  public struct FrameType: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let key = FrameType(rawValue: 1)
    public static let inter = FrameType(rawValue: 2)
    public static let disposable = FrameType(rawValue: 3)
    /// The body is a command to the player.
    public static let command = FrameType(rawValue: 5)
    public static let names: ValueNames = [
      1: "key frame", 2: "inter frame", 3: "disposable inter frame", 4: "generated key frame",
      5: "command",
    ]
  }

  /// `AVCPacketType`. Enhanced RTMP has more of them.
  public struct PacketType: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The body is a decoder configuration record.
    public static let sequenceStart = PacketType(rawValue: 0)
    public static let codedFrames = PacketType(rawValue: 1)
    public static let sequenceEnd = PacketType(rawValue: 2)
    /// Frames that are shown when they are decoded.
    public static let codedFramesX = PacketType(rawValue: 3)
    /// The body is a name and a value, such as HDR10 metadata.
    public static let metadata = PacketType(rawValue: 4)
    public static let names: ValueNames = [
      0: "sequence start", 1: "coded frames", 2: "sequence end", 3: "coded frames without offset",
      4: "metadata", 5: "MPEG-2 TS sequence start", 6: "multitrack", 7: "modifier",
    ]
  }

  public init() {}

  /// Whether the packet belongs to several tracks, which have a header of their own in ``body``.
  public var isOfSeveralTracks: Bool { isEnhanced && packetType.rawValue == 6 }

  /// The name of the codec, for messages.
  public var codingName: String {
    guard isEnhanced else {
      return FLVVideoData.codecNames[UInt64(codecID)] ?? "video codec \(codecID) of FLV"
    }
    return isOfSeveralTracks ? "several tracks of video in one" : "\(fourCC)"
  }

  /// The codecs of Enhanced RTMP whose frames can be reordered.
  private static let reorders: Set<FourCC> = ["avc1", "hvc1", "vvc1"]

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("isExVideoHeader", &isEnhanced)
    try f.uint(3, "FrameType", &frameType.rawValue, as: .names(FrameType.names))
    if isEnhanced {
      var type = packetType.rawValue
      try f.packetType("videoPacketType", &type, &modifiers, as: PacketType.names)
      packetType = PacketType(rawValue: type)
      // A packet for several tracks has another header, which is left in the body.
      if type != 6 {
        try f.fourCC("videoFourCc", &fourCC)
        try offsetField(
          &f, isThere: packetType == .codedFrames && FLVVideoData.reorders.contains(fourCC))
      }
    } else {
      try f.uint(4, "CodecID", &codecID, as: .names(FLVVideoData.codecNames))
      let hasPackets = codecID == 7 || codecID == 12
      if hasPackets {
        try f.uint(8, "AVCPacketType", &packetType.rawValue, as: .names(PacketType.names))
      }
      try offsetField(&f, isThere: hasPackets)
    }
    try f.bytes("Body", &body, count: .toEnd)
  }

  private mutating func offsetField(
    _ f: inout FieldCoder, isThere: Bool
  ) throws(FieldError) {
    guard isThere else {
      compositionOffset = nil
      return
    }
    var offset = compositionOffset ?? 0
    try f.int(24, "CompositionTime", &offset)
    compositionOffset = offset
  }

  /// 12 is HEVC in some Chinese services; it is not in a standard.
  public static let codecNames: ValueNames = [
    2: "Sorenson H.263", 3: "Screen video", 4: "VP6", 5: "VP6 with alpha", 6: "Screen video 2",
    7: "AVC", 12: "HEVC",
  ]
}

/// A modifier of a packet of Enhanced RTMP (`ModEx`, Enhanced RTMP v2, "Enhanced Video").
public struct FLVModifier: Equatable, Sendable {
  /// 0 is an offset of the timestamp, in nanoseconds.
  public var type: UInt8 = 0
  public var data = Bytes()
  public init() {}
}

extension FieldCoder {
  /// The type of a packet, with the modifiers before it: type 7 stands for a modifier.
  mutating func packetType(
    _ name: StaticString, _ type: inout UInt8, _ modifiers: inout [FLVModifier],
    as names: ValueNames
  ) throws(FieldError) {
    if isDecoding { modifiers = [] }
    var index = 0
    while true {
      var stated = isDecoding || index == modifiers.count ? type : 7
      try uint(4, name, &stated, as: .names(names))
      guard stated == 7 else {
        type = stated
        return
      }
      guard index < 64 else { throw error(.invalid("a packet has more than 64 modifiers")) }
      var modifier = isDecoding ? FLVModifier() : modifiers[index]
      try modifier.fields(&self)
      if isDecoding { modifiers.append(modifier) }
      index += 1
    }
  }
}

extension FLVModifier {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var short = UInt8(clamping: max(1, data.count) - 1)
    var count = data.count
    try f.uint(8, "modExDataSizeMinus1", &short)
    if short == 255 {
      var long = UInt16(clamping: max(1, data.count) - 1)
      try f.uint(16, "modExDataSizeMinus1", &long)
      if f.isDecoding { count = Int(long) + 1 }
    } else if f.isDecoding {
      count = Int(short) + 1
    }
    try f.bytes("modExData", &data, count: .exactly(count))
    try f.uint(4, "modExType", &type)
  }
}
