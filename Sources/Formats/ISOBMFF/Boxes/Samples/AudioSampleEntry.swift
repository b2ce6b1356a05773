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
