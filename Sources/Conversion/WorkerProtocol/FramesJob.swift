public import FieldCoding
public import HEIF

/// The job of ``WorkerTask/frames``: decode some images of a track.
///
/// The worker reads it from standard input. The movie is descriptor 3. The images are written to descriptor 4 one by
/// one, in the order in which they are shown: a ``MovieFrameHeader``, and then the samples.
public struct FramesJob: FieldCodable {
  /// The descriptor under which the worker has the movie.
  public static let movieDescriptor: Int32 = 3
  /// The descriptor to which the worker writes the images.
  public static let outputDescriptor: Int32 = 4

  /// How the samples are coded.
  public var coding = SampleCoding()
  /// The samples in decoding order, from one at which decoding can start.
  public var samples: [CodedSample] = []
  /// The numbers of those whose images are asked for, from 0.
  public var wanted: [UInt32] = []
  /// The number of decoding threads; 0 is one for each core.
  public var threads: UInt16 = 0
  /// The most samples that an image may have.
  public var largestFrame: UInt64 = 8_192 * 8_192
  /// Whether images may consist of two fields, which are deinterlaced.
  public var mayBeInterlaced = false
  /// The library that decodes; by default libavcodec, and libde265 for HEVC where libavcodec is missing.
  public var engine = EngineChoice()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try coding.fields(&f)
    try f.list("samples", &samples, count: .bits(32, "sampleCount"))
    try f.list(32, "wanted", &wanted, count: .bits(32, "wantedCount"))
    try f.uint(16, "threads", &threads)
    try f.uint(64, "largestFrame", &largestFrame)
    try f.flag("mayBeInterlaced", &mayBeInterlaced)
    try f.reserved(7)
    try engine.fields(&f)
  }

  /// Many times what real movies need.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    let area = min(largestFrame, 1 << 30)
    // A decoder holds up to 16 images for reference, and one for each of its threads.
    limits.memory = area * 6 * 80 + UInt64(max(threads, 64)) << 27 + 4 << 30
    limits.processorTime = 60 + UInt64(samples.count) * (1 + area / 1_000_000)
    return limits
  }
}

/// The worker's answer to ``FramesJob``, after all images.
public struct FramesReply: WorkerReply {
  public var failure = WorkerFailure()
  public var sandbox = SandboxReply()
  /// Why images that consist of two fields were not deinterlaced; empty if there were none.
  public var fieldProblem: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.text("fieldProblem", &fieldProblem)
  }
}

/// The header of the samples of an image, which describes their form.
///
/// The samples follow plane by plane: luma, Cb and Cr, or green, blue and red, or only grey; then alpha, if there is
/// any. Samples of more than 8 bits have two bytes, the less significant one first. If a side ends within a chroma
/// sample, it is one luma sample longer: a copy of the last one.
public struct MovieFrameHeader: FieldCodable {
  /// The size of the header in bytes.
  public static let byteCount = 21

  /// The number of its sample, from 0.
  public var sample: UInt32 = 0
  /// The size of the image.
  public var width: UInt32 = 0
  /// The rows of the image.
  public var height: UInt32 = 0
  /// How samples are arranged.
  public var format = FrameFormat()
  /// The colour of the samples; 2 if the coded picture does not state it.
  public var colour = CodingIndependentCodePoints()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "sample", &sample)
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
    try format.fields(&f)
    try colour.fields(&f)
  }

  /// The width with whole chroma samples.
  public var storedWidth: Int { MovieFrameHeader.rounded(width, to: format.chromaWidth) }
  /// The height with whole chroma samples.
  public var storedHeight: Int { MovieFrameHeader.rounded(height, to: format.chromaHeight) }

  private static func rounded(_ side: UInt32, to unit: Int) -> Int {
    (Int(side) + unit - 1) / unit * unit
  }

  /// The bytes of all samples.
  public var sampleByteCount: Int {
    let luma = storedWidth * storedHeight
    let chroma = luma / (format.chromaWidth * format.chromaHeight) * 2
    let planes = luma + (format.hasColours ? chroma : 0) + (format.hasAlpha ? luma : 0)
    return planes * format.bytesPerSample
  }
}

/// How the samples of a decoded picture are arranged.
public struct FrameFormat: FieldCodable {
  /// Whether it has three planes of colours, and not only grey.
  public var hasColours = true
  /// Whether these are green, blue and red, and not luma, Cb and Cr.
  public var isRGB = false
  /// Whether a plane says how opaque the image is.
  public var hasAlpha = false
  /// Luma samples for each of chroma in a row: 1 or 2.
  public var chromaWidth = 1
  /// The same in a column.
  public var chromaHeight = 1
  /// The bits of a sample, 8 to 16.
  public var bitDepth: UInt8 = 8

  public init() {}

  /// The number of bytes of a sample.
  public var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("hasColours", &hasColours)
    try f.flag("isRGB", &isRGB)
    try f.flag("hasAlpha", &hasAlpha)
    var (isWide, isHigh) = (chromaWidth == 2, chromaHeight == 2)
    try f.flag("hasWideChroma", &isWide)
    try f.flag("hasHighChroma", &isHigh)
    (chromaWidth, chromaHeight) = (isWide ? 2 : 1, isHigh ? 2 : 1)
    try f.reserved(3)
    try f.uint(8, "bitDepth", &bitDepth)
  }
}
