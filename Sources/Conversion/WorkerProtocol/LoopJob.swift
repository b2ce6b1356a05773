public import FieldCoding

/// The job of ``WorkerTask/loop``: make an animation from frames.
///
/// The worker reads it from standard input. Descriptor 3 is a file of frames, each in a slot of ``slotSize`` bytes:
/// rows without gaps, with grey, or red, green and blue in a byte each, followed by alpha if there is any. The
/// animation is written to descriptor 4: a complete GIF or WebP file, or coded pictures of AV1 one after the other. The
/// worker writes the number of frames that it has taken to descriptor 5.
public struct LoopJob: FieldCodable {
  /// The descriptor under which the worker has the frames.
  public static let framesDescriptor: Int32 = 3
  /// The descriptor under which the worker has the file to write.
  public static let outputDescriptor: Int32 = 4
  /// The descriptor of the file of eight bytes in which it says how far it is, the lowest byte first.
  public static let progressDescriptor: Int32 = 5

  /// The format of the output.
  public enum Codec: UInt8, Sendable {
    /// A GIF file, with a tick of 1/100 s.
    case gif
    /// A WebP file, with a tick of 1/1000 s.
    case webp
    /// Coded pictures of AV1, with the ticks of ``LoopJob/timescale``.
    case av1
  }
  /// The format of the output.
  public var codec = Codec.gif
  public var width: UInt32 = 0
  public var height: UInt32 = 0
  /// The number of bytes per sample in each frame of the file: 1 to 4.
  public var channels: [UInt8] = []
  /// The number of repetitions of the animation; 0 for endless.
  public var playCount: UInt16 = 0
  /// 1 to 100, in the measure of each codec.
  public var quality: UInt8 = 80
  /// Ticks per second.
  public var timescale: UInt32 = 1000
  /// The frames in the order in which they are shown.
  public var frames: [Frame] = []
  /// The time when the last frame disappears, in ticks.
  public var end: UInt64 = 0
  /// A TIFF structure of Exif metadata for a WebP file; empty for none.
  public var exif = Bytes()
  /// The number of encoding threads; 0 is one for each core.
  public var threads: UInt16 = 0

  /// A frame that is shown.
  public struct Frame: FieldCodable {
    /// Its number in the file, from 0.
    public var number: UInt32 = 0
    /// The time when it appears, in ticks.
    public var time: UInt64 = 0

    public init() {}

    /// A frame of the file, at a time.
    public init(number: Int, time: Int) {
      self.number = UInt32(clamping: number)
      self.time = UInt64(clamping: time)
    }

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "number", &number)
      try f.uint(64, "time", &time)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var number = codec.rawValue
    try f.uint(8, "codec", &number)
    codec = Codec(rawValue: number) ?? .gif
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
    try f.list(8, "channels", &channels, count: .bits(32, "storedCount"))
    try f.uint(16, "playCount", &playCount)
    try f.uint(8, "quality", &quality)
    try f.uint(32, "timescale", &timescale)
    try f.list("frames", &frames, count: .bits(32, "frameCount"))
    try f.uint(64, "end", &end)
    try f.bytes("exif", &exif, count: .bits(32, "exifSize"))
    try f.uint(16, "threads", &threads)
  }

  /// Whether nothing is seen through any frame.
  public var isOpaque: Bool { channels.allSatisfy { $0 % 2 == 1 } }

  /// The distance from one frame of the file to the next, in bytes.
  public var slotSize: Int { Int(width) * Int(height) * 4 }

  /// Samples of a frame.
  private var area: UInt64 { UInt64(width) * UInt64(height) }

  /// Many times what real loops need.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    let area = min(area, 1 << 30)
    // Encoders of AV1 look ahead; that of WebP keeps the whole file, and palettes need all colours.
    limits.memory = area * 4 * 200 + UInt64(max(threads, 64)) << 27 + 8 << 30
    limits.fileSize = UInt64(frames.count) * (area * 5 + 1 << 16) + UInt64(exif.count) + 16 << 20
    limits.processorTime = 60 + UInt64(frames.count) * (1 + area / 50_000)
    return limits
  }

  /// The approximate memory of the worker, in bytes.
  public var memoryNeed: UInt64 {
    // The encoder of a GIF file counts all colours.
    (codec == .gif ? 256 : 96) << 20 + area * (codec == .av1 ? 150 : 30)
  }

  /// The most bytes that the answer has.
  public var longestAnswer: Int { 1 << 20 + frames.count * 32 }
}

/// The worker's answer on standard output.
public struct LoopReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// The coded pictures of AV1, in the order in which they are decoded.
  public var samples: [TranscodedSample] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.list("samples", &samples, count: .bits(32, "sampleCount"))
  }
}
