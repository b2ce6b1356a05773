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

/// A track of a container that is not ours, as FFmpeg sees it. Numbers of 0 are not known.
public struct ContainerTrack: FieldCodable {
  /// The kind of a track.
  public enum Kind: UInt8, Sendable {
    case other, video, audio, subtitles
    /// A single frame that is not part of the movie.
    case cover
  }
  public var kind = Kind.other
  /// FFmpeg's name of the coding: `hevc`.
  public var codec: Text = ""
  /// The configuration of the decoder, which is not in the samples.
  public var configuration = Bytes()
  /// Seconds of a tick of its times: numerator and denominator.
  public var tickNumerator: UInt32 = 1
  public var tickDenominator: UInt32 = 1
  public var width: UInt32 = 0
  public var height: UInt32 = 0
  /// The width of a sample of a frame, and its height.
  public var aspectNumerator: UInt32 = 0
  public var aspectDenominator: UInt32 = 0
  /// Code points of ITU-T H.273; 2 is unknown.
  public var colourPrimaries: UInt8 = 2
  public var transferCharacteristics: UInt8 = 2
  public var matrixCoefficients: UInt8 = 2
  public var isFullRange = false
  /// Samples of audio per second.
  public var sampleRate: UInt32 = 0
  public var channelCount: UInt16 = 0
  public var bitsPerSample: UInt16 = 0
  /// The code by which other containers name the coding, its first character in the lowest byte.
  public var tag: UInt32 = 0
  /// How the frames are rotated to be shown, in degrees clockwise; only where a container is read.
  public var rotation: UInt16 = 0
  /// What happens to the bytes of samples; only where a container is written.
  public var change = SampleChange.none
  /// Samples of audio that come out of a decoder before the start. Where a container is written, only Opus states it.
  public var priming: UInt32 = 0
  /// Three letters of ISO 639-2; empty if nothing says it.
  public var language: Text = ""
  public var title: Text = ""
  public var isDefault = false
  /// Whether its texts are shown even if subtitles are off.
  public var isForced = false
  /// The names of what the track and its samples have beside all this, each ended by a newline; only where a container
  /// is read.
  public var beside: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var number = kind.rawValue
    try f.uint(8, "kind", &number)
    kind = Kind(rawValue: number) ?? .other
    try f.text("codec", &codec)
    try f.bytes("configuration", &configuration, count: .bits(32, "configurationSize"))
    try f.uint(32, "tickNumerator", &tickNumerator)
    try f.uint(32, "tickDenominator", &tickDenominator)
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
    try f.uint(32, "aspectNumerator", &aspectNumerator)
    try f.uint(32, "aspectDenominator", &aspectDenominator)
    try f.uint(8, "colourPrimaries", &colourPrimaries)
    try f.uint(8, "transferCharacteristics", &transferCharacteristics)
    try f.uint(8, "matrixCoefficients", &matrixCoefficients)
    try f.uint(32, "sampleRate", &sampleRate)
    try f.uint(16, "channelCount", &channelCount)
    try f.uint(16, "bitsPerSample", &bitsPerSample)
    try f.uint(32, "tag", &tag)
    try f.uint(16, "rotation", &rotation)
    var change = change.rawValue
    try f.uint(8, "change", &change)
    self.change = SampleChange(rawValue: change) ?? .none
    try f.uint(32, "priming", &priming)
    try f.text("language", &language)
    try f.text("title", &title)
    try f.text("beside", &beside)
    try f.flag("isFullRange", &isFullRange)
    try f.flag("isDefault", &isDefault)
    try f.flag("isForced", &isForced)
    try f.reserved(5)
  }
}

/// The change to the bytes of uncompressed audio if a container supports only another form of the same numbers.
public enum SampleChange: UInt8, Sendable {
  case none = 0
  /// Numbers of 8 bits lose their sign, or get one.
  case flipsSign = 1
  /// The bytes of numbers of 32 bits come in the other order.
  case reverses4 = 4
  /// The bytes of numbers of 64 bits come in the other order.
  case reverses8 = 8

  /// Changes the bytes of a sample. Bytes after the last whole number stay.
  public func apply(to bytes: inout [UInt8]) {
    switch self {
    case .none: break
    case .flipsSign: for index in bytes.indices { bytes[index] ^= 0x80 }
    case .reverses4, .reverses8:
      let size = Int(rawValue)
      for start in stride(from: 0, through: bytes.count - size, by: size) {
        bytes[start..<start + size].reverse()
      }
    }
  }
}

/// A sample of a track in a container that is not ours.
public struct ContainerSample: FieldCodable {
  /// The number of its track, from 0.
  public var track: UInt16 = 0
  /// The offset of its bytes in their file.
  public var offset: UInt64 = 0
  public var byteCount: UInt32 = 0
  /// The presentation time, in ticks of the track; ``unknown`` if the container does not state it.
  public var shown: Int64 = 0
  /// The decoding time; ``unknown`` if the container does not state it.
  public var decoded: Int64 = 0
  /// The duration; 0 if the container does not state it.
  public var duration: UInt32 = 0
  public var isKey = false
  /// The samples of audio at its end that are decoded, and not heard; only where a container is read.
  public var discarded: UInt32 = 0
  /// Whether its bytes are in the job itself; only where a container is written.
  public var isInJob = false

  /// A time that nothing says.
  public static let unknown = Int64.min

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "track", &track)
    try f.uint(64, "offset", &offset)
    try f.uint(32, "byteCount", &byteCount)
    try f.int(64, "shown", &shown)
    try f.int(64, "decoded", &decoded)
    try f.uint(32, "duration", &duration)
    try f.uint(32, "discarded", &discarded)
    try f.flag("isKey", &isKey)
    try f.flag("isInJob", &isInJob)
    try f.reserved(6)
  }
}

/// Metadata of a container: `title`, `encoder`.
public struct ContainerMetadata: FieldCodable {
  public var key: Text = ""
  public var value: Text = ""

  public init() {}

  public init(_ key: String, _ value: String) {
    self.key = Text(key)
    self.value = Text(value)
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("key", &key)
    try f.text("value", &value)
  }
}

/// A chapter of a container.
public struct ContainerChapter: FieldCodable {
  /// The start in microseconds of the presentation.
  public var start: Int64 = 0
  public var end: Int64 = 0
  public var title: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(64, "start", &start)
    try f.int(64, "end", &end)
    try f.text("title", &title)
  }
}
