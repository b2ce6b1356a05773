public import FieldCoding
public import HEIF

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
