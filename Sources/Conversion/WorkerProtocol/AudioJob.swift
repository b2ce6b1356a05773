public import FieldCoding

/// The job of ``WorkerTask/transcodeAudio``: decode the audio of a track, and
/// re-encode it.
///
/// The worker reads the job from standard input. As for a ``TranscodeJob``, the movie is descriptor 3,
/// and descriptor 4 is the file for the coded audio, with one packet after the other.
public struct AudioJob: FieldCodable {
  /// How the audio is coded.
  public var coding = AudioCoding()
  /// The packets in their order.
  public var packets: [CodedSample] = []
  /// Ticks per second of all times.
  public var timescale: UInt32 = 48_000
  /// The start of the first packet.
  public var start: Int64 = 0
  /// The duration of the audio. Times without a packet are silent.
  public var duration: UInt64 = 0
  /// How it is re-encoded.
  public var encoding = AudioEncoding()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try coding.fields(&f)
    try f.list("packets", &packets, count: .bits(32, "packetCount"))
    try f.uint(32, "timescale", &timescale)
    try f.int(64, "start", &start)
    try f.uint(64, "duration", &duration)
    try encoding.fields(&f)
  }
}

/// How audio is coded that is to be decoded. Numbers of 0 are not known.
public struct AudioCoding: FieldCodable, Equatable {
  /// FFmpeg's name of the decoder: `pcm_s16le`.
  public var decoder: Text = ""
  /// The decoder configuration, in the form of FFmpeg.
  public var configuration = Bytes()
  /// Samples per second.
  public var sampleRate: UInt32 = 0
  public var channelCount: UInt16 = 0
  public var bitsPerSample: UInt16 = 0
  /// Bytes of a packet, where all are equally long.
  public var packetSize: UInt32 = 0
  /// The position of each channel, with FFmpeg's numbers (`AVChannel`); empty if the decoder knows them, or nothing does.
  public var positions: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("decoder", &decoder)
    try f.bytes("configuration", &configuration, count: .bits(32, "configurationSize"))
    try f.uint(32, "sampleRate", &sampleRate)
    try f.uint(16, "channelCount", &channelCount)
    try f.uint(16, "bitsPerSample", &bitsPerSample)
    try f.uint(32, "packetSize", &packetSize)
    try f.list(8, "positions", &positions, count: .bits(8, "positionCount"))
  }
}

/// How audio is re-encoded.
public struct AudioEncoding: FieldCodable {
  /// FFmpeg's name of the encoder.
  public var encoder: Text = "aac"
  /// The samples per second that it can have, from the least on: audio gets the first that is not below its
  /// own, or the last.
  public var sampleRates: [UInt32] = []
  /// Audio of more channels becomes stereo.
  public var mostChannels: UInt16 = 2
  /// Bits per second of a channel with 44,100 samples a second.
  public var bitRate: UInt32 = 64_000

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("encoder", &encoder)
    try f.list(32, "sampleRates", &sampleRates, count: .bits(8, "sampleRateCount"))
    try f.uint(16, "mostChannels", &mostChannels)
    try f.uint(32, "bitRate", &bitRate)
  }
}

/// The worker's answer on standard output.
public struct AudioReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// The configuration of the encoder, which is not in the packets: an `AudioSpecificConfig`, for AAC.
  public var configuration = Bytes()
  /// Samples per second of the coded audio.
  public var sampleRate: UInt32 = 0
  public var channelCount: UInt16 = 0
  /// The channels that came out of the decoder.
  public var decodedChannelCount: UInt16 = 0
  /// The samples of a packet.
  public var packetLength: UInt32 = 0
  /// The samples that come out of a decoder before the first.
  public var priming: UInt32 = 0
  /// The samples of the audio, of each channel.
  public var sampleCount: UInt64 = 0
  public var encodingTime: UInt64 = 0
  /// Bytes of each packet.
  public var packetSizes: [UInt32] = []
  /// The numbers of packets of the job, from 0, that could not be decoded.
  public var lost: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.bytes("configuration", &configuration, count: .bits(32, "configurationSize"))
    try f.uint(32, "sampleRate", &sampleRate)
    try f.uint(16, "channelCount", &channelCount)
    try f.uint(16, "decodedChannelCount", &decodedChannelCount)
    try f.uint(32, "packetLength", &packetLength)
    try f.uint(32, "priming", &priming)
    try f.uint(64, "sampleCount", &sampleCount)
    try f.uint(64, "encodingTime", &encodingTime)
    try f.list(32, "packetSizes", &packetSizes, count: .bits(32, "packetCount"))
    try f.list(32, "lost", &lost, count: .bits(32, "lostCount"))
  }
}

/// The job of ``WorkerTask/audioLevels``: decode the audio of a track, and measure its level over time.
///
/// The worker reads it from standard input. The movie is descriptor 3.
public struct LevelsJob: FieldCodable {
  /// How the audio is coded.
  public var coding = AudioCoding()
  /// The packets that are decoded, in their order.
  public var packets: [CodedSample] = []
  /// The numbers of packets, from 0, whose audio does not count: they get the decoder ready where packets
  /// before them were left out.
  public var unheard: [UInt32] = []
  /// Ticks per second of all times.
  public var timescale: UInt32 = 48_000
  /// The start of the first part.
  public var start: Int64 = 0
  /// The duration of all parts together.
  public var duration: UInt64 = 1
  /// The number of equal parts of the time.
  public var partCount: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try coding.fields(&f)
    try f.list("packets", &packets, count: .bits(32, "packetCount"))
    try f.list(32, "unheard", &unheard, count: .bits(32, "unheardCount"))
    try f.uint(32, "timescale", &timescale)
    try f.int(64, "start", &start)
    try f.uint(64, "duration", &duration)
    try f.uint(16, "partCount", &partCount)
  }

  /// Many times what real audio needs.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    limits.memory = UInt64(packets.count) * 64 + 4 << 30
    limits.processorTime = 60 + UInt64(packets.count) / 50
    return limits
  }
}

/// The worker's answer on standard output.
public struct LevelsReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// The levels of each part; a part in which nothing was decoded has no samples.
  public var levels: [Level] = []
  /// The numbers of packets that the decoder refused, from 0.
  public var lost: [UInt32] = []

  public init() {}

  /// The loudness of one part. Full scale is 1.
  public struct Level: FieldCodable, Equatable {
    /// The number of measured samples, of all channels together.
    public var sampleCount: UInt64 = 0
    /// The greatest distance of a sample from 0, as the bit pattern of a `Float`.
    public var peak: UInt32 = 0
    /// The sum of the squares of all samples, as the bit pattern of a `Double`.
    public var squares: UInt64 = 0

    public init() {}

    /// The level of one part and a further one together.
    public static func + (first: Level, second: Level) -> Level {
      var sum = Level()
      sum.sampleCount = first.sampleCount &+ second.sampleCount
      sum.peak = max(Float(bitPattern: first.peak), Float(bitPattern: second.peak)).bitPattern
      sum.squares =
        (Double(bitPattern: first.squares) + Double(bitPattern: second.squares)).bitPattern
      return sum
    }

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(64, "sampleCount", &sampleCount)
      try f.uint(32, "peak", &peak)
      try f.uint(64, "squares", &squares)
    }
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.list("levels", &levels, count: .bits(16, "levelCount"))
    try f.list(32, "lost", &lost, count: .bits(32, "lostCount"))
  }
}
