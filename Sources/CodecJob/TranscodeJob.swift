public import FieldCoding

/// What the codec worker is asked to do by ``WorkerTask/transcode``: decode the pictures of a track, and
/// code them anew.
///
/// It comes to the worker on standard input. The movie is descriptor 3, and the file for the coded pictures
/// descriptor 4: they stand in it one behind the other.
public struct TranscodeJob: FieldCodable {
  /// The descriptor under which the worker has the movie.
  public static let movieDescriptor: Int32 = 3
  /// The descriptor under which the worker has the file to write.
  public static let outputDescriptor: Int32 = 4

  /// FFmpeg's name of the decoder: `hevc`.
  public var decoder: Text = ""
  /// The decoder configuration record, or what else stands beside the samples; empty if nothing does.
  public var configuration = Bytes()
  /// The samples in decoding order.
  public var samples: [CodedSample] = []
  /// How the pictures are coded.
  public var encoding = PictureEncoding()
  /// How many threads decode, and how many code; 0 is one for each core.
  public var threads: UInt16 = 0
  /// The most samples that a picture may have.
  public var largestPicture: UInt64 = 8_192 * 8_192

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("decoder", &decoder)
    try f.bytes("configuration", &configuration, count: .bits(32, "configurationSize"))
    try f.list("samples", &samples, count: .bits(32, "sampleCount"))
    try encoding.fields(&f)
    try f.uint(16, "threads", &threads)
    try f.uint(64, "largestPicture", &largestPicture)
  }
}

/// A coded picture of a movie.
public struct CodedSample: FieldCodable {
  /// Where it is in the movie.
  public var offset: UInt64 = 0
  /// The bytes that it takes.
  public var byteCount: UInt32 = 0
  /// When it is composed, in the track's timescale.
  public var time: Int64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(64, "offset", &offset)
    try f.uint(32, "byteCount", &byteCount)
    try f.int(64, "time", &time)
  }
}

/// How pictures are coded.
public struct PictureEncoding: FieldCodable {
  /// FFmpeg's name of the encoder: `libx264`.
  public var encoder: Text = ""
  /// Options of the encoder: `crf=20:preset=medium`.
  public var choices: Text = ""
  /// Whether the encoder writes NAL units with start codes; samples have lengths instead.
  public var isByteStream = false
  /// FFmpeg's name of the pixel format: `yuv420p`.
  public var format: Text = "yuv420p"
  public var width: UInt32 = 0
  public var height: UInt32 = 0
  /// What samples stand for, as ITU-T H.273 numbers it.
  public var primaries: UInt16 = 2
  public var transfer: UInt16 = 2
  public var matrix: UInt16 = 2
  public var isFullRange = false
  /// Ticks per second of all times.
  public var timescale: UInt32 = 600
  /// Pictures in a thousand seconds, roughly.
  public var rate: UInt32 = 30_000
  /// The most pictures from one at which decoding can start to the next.
  public var longestGroup: UInt32 = 250

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("encoder", &encoder)
    try f.text("choices", &choices)
    try f.text("format", &format)
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
    try f.uint(16, "primaries", &primaries)
    try f.uint(16, "transfer", &transfer)
    try f.uint(16, "matrix", &matrix)
    try f.flag("isFullRange", &isFullRange)
    try f.flag("isByteStream", &isByteStream)
    try f.reserved(6)
    try f.uint(32, "timescale", &timescale)
    try f.uint(32, "rate", &rate)
    try f.uint(32, "longestGroup", &longestGroup)
  }
}

/// What the worker answers on standard output.
public struct TranscodeReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure: Text = ""
  /// What protected this computer from the job.
  public var sandbox = SandboxReport()
  /// What the encoder keeps beside the samples: parameter sets with start codes, for AVC and HEVC.
  public var configuration = Bytes()
  /// The coded pictures, in decoding order.
  public var samples: [TranscodedSample] = []
  /// The numbers of samples, from 0, of which no whole picture came.
  public var lost: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("failure", &failure)
    try sandbox.fields(&f)
    try f.bytes("configuration", &configuration, count: .bits(32, "configurationSize"))
    try f.list("samples", &samples, count: .bits(32, "sampleCount"))
    try f.list(32, "lost", &lost, count: .bits(32, "lostCount"))
  }
}

/// A picture that was coded anew.
public struct TranscodedSample: FieldCodable {
  /// The bytes that it takes.
  public var byteCount: UInt32 = 0
  /// The time of the sample that it was decoded from.
  public var time: Int64 = 0
  public var isSync = false
  public var isDisposable = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "byteCount", &byteCount)
    try f.int(64, "time", &time)
    try f.flag("isSync", &isSync)
    try f.flag("isDisposable", &isDisposable)
    try f.reserved(6)
  }
}
