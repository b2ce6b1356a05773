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
  /// What caused it.
  public var cause = FailureCause.input

  public init() {}

  /// A failure that a sentence explains.
  public init(_ message: String, _ cause: FailureCause = .input) {
    (self.message, self.cause) = (Text(message), cause)
  }

  public var isEmpty: Bool { message.isEmpty }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("failure", &message)
    var code = cause.rawValue
    try f.uint(8, "cause", &code)
    guard let cause = FailureCause(rawValue: code) else {
      throw f.error(.invalid("\(code) is not a cause"))
    }
    self.cause = cause
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
