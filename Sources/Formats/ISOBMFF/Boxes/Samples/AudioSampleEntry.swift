/// The sample entry of audio; the decoder configuration is among the children.
///
/// QuickTime's versions 1 and 2 have more fields. In ISO files, an entry of version 1 is in an `stsd` box of version 1,
/// and has no more fields (`AudioSampleEntryV1`).
public struct AudioSampleEntry: BoxContainer {
  public static let type: FourCC = "mp4a"
  public static let specification = "ISO/IEC 14496-12 §12.2.3"

  public var dataReferenceIndex: UInt16 = 1
  public var version: UInt16 = 0
  public var revision: UInt16 = 0
  public var vendor = FourCC(rawValue: 0)
  public var channelCount: UInt16 = 2
  /// Bits.
  public var sampleSize: UInt16 = 16
  /// The compression in QuickTime: −2 with packets of variable size.
  public var compressionID: Int16 = 0
  public var packetSize: UInt16 = 0
  /// 16.16 samples per second.
  public var sampleRate: UInt32 = 0
  /// QuickTime's version 1.
  public var packets: Packets?
  /// The fields of QuickTime's version 2, which replace the fields above.
  public var extended: Extended?
  public var children: [Box] = []

  /// The fields of version 1.
  public struct Packets: FieldCodable {
    public var samplesPerPacket: UInt32 = 0
    public var bytesPerPacket: UInt32 = 0
    public var bytesPerFrame: UInt32 = 0
    public var bytesPerSample: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "samplesPerPacket", &samplesPerPacket)
      try f.uint(32, "bytesPerPacket", &bytesPerPacket)
      try f.uint(32, "bytesPerFrame", &bytesPerFrame)
      try f.uint(32, "bytesPerSample", &bytesPerSample)
    }
  }

  /// The fields of version 2.
  public struct Extended: FieldCodable {
    /// Bytes of the entry before its boxes.
    public var sizeOfStructOnly: UInt32 = 72
    /// The bits of an IEEE 754 number.
    public var audioSampleRate: UInt64 = 0
    public var numAudioChannels: UInt32 = 0
    public var always7F000000: UInt32 = 0x7F00_0000
    public var constBitsPerChannel: UInt32 = 0
    public var formatSpecificFlags: UInt32 = 0
    public var constBytesPerAudioPacket: UInt32 = 0
    public var constLPCMFramesPerAudioPacket: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "sizeOfStructOnly", &sizeOfStructOnly)
      try f.uint(64, "audioSampleRate", &audioSampleRate, as: .float)
      try f.uint(32, "numAudioChannels", &numAudioChannels)
      try f.uint(32, "always7F000000", &always7F000000, as: .hex)
      try f.uint(32, "constBitsPerChannel", &constBitsPerChannel)
      try f.uint(32, "formatSpecificFlags", &formatSpecificFlags, as: .hex)
      try f.uint(32, "constBytesPerAudioPacket", &constBytesPerAudioPacket)
      try f.uint(32, "constLPCMFramesPerAudioPacket", &constLPCMFramesPerAudioPacket)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(16, "version", &version)
    try f.uint(16, "revision_level", &revision)
    try f.fourCC("vendor", &vendor)
    try f.uint(16, "channelcount", &channelCount)
    try f.uint(16, "samplesize", &sampleSize)
    try f.int(16, "compression_ID", &compressionID)
    try f.uint(16, "packet_size", &packetSize)
    try f.uint(32, "samplerate", &sampleRate, as: .fixed(fraction: 16))
    if f.isDecoding {
      let isQuickTime = f.scope.version == 0
      packets = isQuickTime && version == 1 ? Packets() : nil
      extended = isQuickTime && version == 2 ? Extended() : nil
    }
    try packets?.fields(&f)
    try extended?.fields(&f)
    try f.boxes(&children)
  }
}

extension AudioSampleEntry {
  /// The sample rate, from the field of this version.
  public var samplesPerSecond: Double {
    extended.map { Double(bitPattern: $0.audioSampleRate) } ?? Double(sampleRate) / 65536
  }

  /// The number of channels, from the field of this version.
  public var channels: Int { extended.map { Int($0.numAudioChannels) } ?? Int(channelCount) }
}

/// The layout of the channels of audio.
public struct ChannelLayout: BoxBody {
  public static let type: FourCC = "chnl"
  public static let specification = "ISO/IEC 14496-12 §12.2.4"

  public var header = FullBoxHeader()
  /// 1: there are channels, 2: there are objects.
  public var streamStructure: UInt8 = 1
  /// How formats are ordered; from version 1 on.
  public var formatOrdering: UInt8 = 0
  public var baseChannelCount: UInt8 = 0
  /// A layout of ISO/IEC 23091-3; 0 if the positions are listed.
  public var definedLayout: UInt8 = 0
  /// The positions of channels; in version 0, the sample entry states their number.
  public var positions: [Position] = []
  /// How channels are ordered; from version 1 on.
  public var channelOrderDefinition: UInt8 = 0
  /// Which channels of a defined layout the track has not.
  public var omittedChannelsMap: UInt64?
  /// The number of objects; in version 0.
  public var objectCount: UInt8 = 0

  /// The position of a speaker.
  public struct Position: FieldCodable {
    /// A position of ISO/IEC 23091-3; 126 if its angles are stated.
    public var speakerPosition: UInt8 = 0
    /// Degrees.
    public var azimuth: Int16 = 0
    public var elevation: Int8 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "speaker_position", &speakerPosition)
      guard speakerPosition == 126 else { return }
      try f.int(16, "azimuth", &azimuth)
      try f.int(8, "elevation", &elevation)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let isFirst = header.version == 0
    try f.uint(isFirst ? 8 : 4, "stream_structure", &streamStructure)
    if !isFirst {
      try f.uint(4, "format_ordering", &formatOrdering)
      try f.uint(8, "baseChannelCount", &baseChannelCount)
    }
    if streamStructure & 1 != 0 { try channels(&f, isFirst: isFirst) }
    if isFirst, streamStructure & 2 != 0 { try f.uint(8, "object_count", &objectCount) }
  }

  private mutating func channels(
    _ f: inout FieldCoder, isFirst: Bool
  ) throws(FieldError) {
    try f.uint(8, "definedLayout", &definedLayout)
    guard definedLayout != 0 else {
      guard isFirst else {
        return try f.list("positions", &positions, count: .bits(8, "layout_channel_count"))
      }
      return try listPositions(&f)
    }
    var hasMap = f.isDecoding ? isFirst : omittedChannelsMap != nil
    if !isFirst {
      try f.reserved(4)
      try f.uint(3, "channel_order_definition", &channelOrderDefinition)
      try f.flag("omitted_channels_present", &hasMap)
    }
    try f.uint(64, "omittedChannelsMap", &omittedChannelsMap, if: hasMap || isFirst, as: .hex)
  }

  /// The sample entry states the number of positions: they fill the box, except for the number of objects.
  private mutating func listPositions(_ f: inout FieldCoder) throws(FieldError) {
    guard f.isDecoding else {
      return try f.list("positions", &positions, count: .exactly(positions.count))
    }
    positions = []
    let tail = streamStructure & 2 == 0 ? 0 : 8
    while f.bitsLeft > tail {
      try f.spendElement()
      try f.within("positions[\(positions.count)]") { (f) throws(FieldError) in
        var position = Position()
        try position.fields(&f)
        positions.append(position)
      }
    }
  }
}

/// How to mix channels down to fewer.
struct DownMixInstructions: BoxBody {
  static let type: FourCC = "dmix"
  static let specification = "ISO/IEC 14496-12 §12.2.5"

  var header = FullBoxHeader(version: 1)
  /// The instructions; the number of coefficients of each depends on the channels of the sample entry.
  var instructions = Bytes()
  var instructionsCount: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...2)
    if header.version >= 1 {
      try f.reserved(1)
      try f.uint(7, "downmix_instructions_count", &instructionsCount)
    }
    try f.bytes("instructions", &instructions, count: .toEnd)
  }
}
