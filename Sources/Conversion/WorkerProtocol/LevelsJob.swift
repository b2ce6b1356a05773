public import FieldCoding

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
