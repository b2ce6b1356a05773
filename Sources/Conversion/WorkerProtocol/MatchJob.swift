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
