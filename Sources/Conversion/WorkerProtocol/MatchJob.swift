public import FieldCoding
public import HEIF

/// The job of ``WorkerTask/match``: find the frame of a movie that is most similar to a still.
///
/// The worker reads it from standard input. The still is descriptor 3 and the movie is descriptor 4.
public struct MatchJob: FieldCodable {
  /// The descriptor under which the worker has the still.
  public static let stillDescriptor: Int32 = 3
  /// The descriptor under which the worker has the movie.
  public static let movieDescriptor: Int32 = 4

  /// The still.
  public var still = ImagePlan()
  /// The samples of a video track as tiles, in decoding order from one that needs none before it.
  public var movie = ImagePlan()
  /// The samples that are shown, by their numbers among the tiles, in the order in which they are;
  /// others are decoded for those that refer to them.
  public var shown: [UInt32] = []
  /// The size of a presented frame, in square pixels, before ``movie``'s transformations.
  public var frameSize = ImagePlan.Size()
  /// The number of decoding threads; 0 is one for each core.
  public var threads: UInt16 = 0
  /// The memory limit for the planes of the still, or of a frame, in bytes.
  public var planeBudget: UInt64 = 4 << 30

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try still.fields(&f)
    try movie.fields(&f)
    try f.list("shown", &shown, count: .bits(32, "shownCount"), of: 0) {
      (sample, f) throws(FieldError) in
      try f.uint(32, "sample", &sample)
    }
    try frameSize.fields(&f)
    try f.uint(16, "threads", &threads)
    try f.uint(64, "planeBudget", &planeBudget)
  }
}

/// The worker's answer on standard output.
public struct MatchReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// The frames that were compared in the finest frames, the best one first.
  public var finalists: [Finalist] = []
  /// Frames that are shown and could not be decoded.
  public var damagedCount: UInt32 = 0

  /// A frame, and how much it looks like the still.
  public struct Finalist: FieldCodable, Equatable {
    /// The number of the frame among those that are shown, from 0.
    public var frame: UInt32 = 0
    /// The similarity in millionths: 0 for none, up to 1 for the same frame.
    public var score: UInt32 = 0
    /// The region of the frame that the still shows: left, top, width and height as fractions of the frame's, as the bits of
    /// IEEE 754 numbers.
    public var region: [UInt64] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "frame", &frame)
      try f.uint(32, "score", &score)
      try f.list("region", &region, count: .bits(8, "regionCount"), of: 0) {
        (part, f) throws(FieldError) in
        try f.uint(64, "part", &part, as: .float)
      }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.list("finalists", &finalists, count: .bits(32, "finalistCount"))
    try f.uint(32, "damagedCount", &damagedCount)
  }
}

/// The job of ``WorkerTask/compare``: decode an image and its output file, and compute their difference.
///
/// The worker reads it from standard input. The original is descriptor 3 and the output is descriptor 4.
public struct CompareJob: FieldCodable {
  /// The descriptor under which the worker has the original.
  public static let originalDescriptor: Int32 = 3
  /// The worker's descriptor of the output file.
  public static let outputDescriptor: Int32 = 4

  /// The image of the original.
  public var original = ImagePlan()
  /// The image of the output, which is upright, like all written images.
  public var output = ImagePlan()
  /// The new value of each luma sample of the original, 0 to 255, before it is compared with a grey output; empty if
  /// samples do not change.
  public var values = Bytes()
  /// The engine that decodes both.
  public var engine = EngineChoice()
  /// The number of decoding threads; 0 is one for each core.
  public var threads: UInt16 = 0
  /// The memory limit for the planes of an image, in bytes.
  public var planeBudget: UInt64 = 4 << 30

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try original.fields(&f)
    try output.fields(&f)
    try f.bytes("values", &values, count: .bits(16, "valueCount"))
    try engine.fields(&f)
    try f.uint(16, "threads", &threads)
    try f.uint(64, "planeBudget", &planeBudget)
  }
}

/// The worker's answer on standard output.
public struct CompareReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// The bits of a decoded sample of the original.
  public var originalBitDepth: UInt8 = 0
  /// The bits of a decoded sample of the output.
  public var outputBitDepth: UInt8 = 0
  /// The largest difference of two samples, in the bit depth of the compared images.
  public var largest: UInt32 = 0
  /// The block of each component that differs most: the root of the mean square of its differences,
  /// in thousandths of a step of 8 bits.
  public var worst: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.uint(8, "originalBitDepth", &originalBitDepth)
    try f.uint(8, "outputBitDepth", &outputBitDepth)
    try f.uint(32, "largest", &largest)
    try f.list("worst", &worst, count: .bits(8, "componentCount"), of: 0) {
      (value, f) throws(FieldError) in
      try f.uint(32, "worst", &value)
    }
  }
}

/// The job of ``WorkerTask/check``: decode the image of a JPEG or PNG file that stays unchanged, and keep nothing of
/// it.
///
/// The worker reads it from standard input. The file is descriptor 3.
public struct CheckJob: FieldCodable {
  /// The descriptor under which the worker has the file.
  public static let fileDescriptor: Int32 = 3

  /// How the image is coded: as JPEG or PNG.
  public var codec = Codec.jpeg
  /// The length of the image in bytes, from the first byte of the file; data after it is not read.
  public var byteCount: UInt64 = 0
  /// The size that the file states, in samples.
  public var size = ImagePlan.Size()
  /// Whether all coefficients are held until the last scan has come.
  public var hasSeveralScans = false
  /// The memory limit for decoding, in bytes.
  public var planeBudget: UInt64 = 4 << 30

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try codec.fields(&f)
    try f.uint(64, "byteCount", &byteCount)
    try size.fields(&f)
    try f.flag("hasSeveralScans", &hasSeveralScans)
    try f.reserved(7)
    try f.uint(64, "planeBudget", &planeBudget)
  }
}
