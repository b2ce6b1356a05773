public import FieldCoding

/// The job of ``WorkerTask/readContainer``: read the coded samples of a container of another format.
///
/// The worker reads the job from standard input. The container is descriptor 3. The samples are written to descriptor
/// 4, one after the other.
public struct ReadContainerJob: FieldCodable {
  /// The descriptor under which the worker has the container, or the movie.
  public static let inputDescriptor: Int32 = 3
  /// The descriptor under which the worker has the file to write.
  public static let outputDescriptor: Int32 = 4

  /// The bytes of the container.
  public var byteCount: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(64, "byteCount", &byteCount)
  }

  /// Many times what real files need: nothing is decoded.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    limits.memory = 8 << 30
    limits.fileSize = byteCount &* 2 &+ 16 << 20
    limits.processorTime = 60 + byteCount / 4_000_000
    return limits
  }

  /// The most bytes that the answer has: no real sample has fewer than its line in it, on average.
  public var longestAnswer: Int { Int(clamping: min(byteCount &* 2, 1 << 30)) + 16 << 20 }
}

/// The worker's answer on standard output.
public struct ReadContainerReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// FFmpeg's name of the container: `matroska,webm`.
  public var format: Text = ""
  public var tracks: [ContainerTrack] = []
  public var metadata: [ContainerMetadata] = []
  public var chapters: [ContainerChapter] = []
  /// The samples in the order of the container.
  public var samples: [ContainerSample] = []
  /// The reason why samples may be missing at the end; empty if none are.
  public var damage: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.text("format", &format)
    try f.list("tracks", &tracks, count: .bits(16, "trackCount"))
    try f.list("metadata", &metadata, count: .bits(16, "metadataCount"))
    try f.list("chapters", &chapters, count: .bits(16, "chapterCount"))
    try f.list("samples", &samples, count: .bits(32, "sampleCount"))
    try f.text("damage", &damage)
  }
}

/// The job of ``WorkerTask/writeContainer``: write coded samples to a container of another format.
///
/// The worker reads it from standard input. The movie with the samples is descriptor 3. The container is written to
/// descriptor 4.
public struct WriteContainerJob: FieldCodable {
  /// FFmpeg's name of the container: `matroska`, `mpegts`.
  public var format: Text = "matroska"
  public var tracks: [ContainerTrack] = []
  public var metadata: [ContainerMetadata] = []
  public var chapters: [ContainerChapter] = []
  /// The samples in the order of the container.
  public var samples: [ContainerSample] = []
  /// The bytes of samples that are not in the movie.
  public var texts = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("format", &format)
    try f.list("tracks", &tracks, count: .bits(16, "trackCount"))
    try f.list("metadata", &metadata, count: .bits(16, "metadataCount"))
    try f.list("chapters", &chapters, count: .bits(16, "chapterCount"))
    try f.list("samples", &samples, count: .bits(32, "sampleCount"))
    try f.bytes("texts", &texts, count: .bits(32, "textSize"))
  }

  /// Many times what real movies need: nothing is coded.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    let byteCount = samples.reduce(0 as UInt64) { $0 &+ UInt64($1.byteCount) }
    limits.memory = 8 << 30
    // A packet of MPEG-TS has 188 bytes, and each sample one at least.
    limits.fileSize = byteCount &* 2 &+ UInt64(samples.count) << 10 &+ 16 << 20
    limits.processorTime = 60 + byteCount / 4_000_000
    return limits
  }
}
