public import FieldCoding

/// The reply of a worker to any job.
public protocol WorkerReply: FieldCodable {
  /// The reason why the job failed; empty if it succeeded.
  var failure: WorkerFailure { get set }
  /// The protections of this computer from the job.
  var sandbox: SandboxReply { get set }
  /// The part of the job's time that encoding took, in nanoseconds. If threads decode and encode in parallel, it is the
  /// encoding threads' share.
  var encodingTime: UInt64 { get }
  /// An empty reply.
  init()
}

extension WorkerReply {
  /// Most jobs encode nothing.
  public var encodingTime: UInt64 { 0 }
}

/// Why a worker could not do its job.
public struct WorkerFailure: FieldCodable {
  /// A sentence; empty if all went well.
  public var message: Text = ""
  /// Whether the output could not be written; if not, the error is in the input.
  public var isOfOutput = false
  /// Whether the encoder cannot write samples of so many bits: it can write those of 8.
  public var isOfDepth = false
  /// Whether the system could not read the input, which may be intact.
  public var isOfReading = false

  public init() {}

  /// A failure that a sentence explains.
  public init(_ message: String) { self.message = Text(message) }

  public var isEmpty: Bool { message.isEmpty }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("failure", &message)
    try f.flag("isOfOutput", &isOfOutput)
    try f.flag("isOfDepth", &isOfDepth)
    try f.flag("isOfReading", &isOfReading)
    try f.reserved(5)
  }
}

/// The reply of a worker whose results are in files.
public struct DoneReply: WorkerReply {
  public var failure = WorkerFailure()
  public var sandbox = SandboxReply()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
  }
}
