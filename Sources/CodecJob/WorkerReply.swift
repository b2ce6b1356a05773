public import FieldCoding

/// What a worker answers to any job.
public protocol WorkerReply: FieldCodable {
  /// Why the job could not be done; empty if all went well.
  var failure: WorkerFailure { get set }
  /// What protected this computer from the job.
  var sandbox: SandboxReport { get set }
  /// How much of the time of the job encoding took, in nanoseconds. Of time in which threads decode and
  /// encode beside each other, it is the part that they spend on encoding.
  var encodingTime: UInt64 { get }
  /// An answer that says nothing yet.
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
  /// Whether the output could not be written; otherwise it is the input that is wrong.
  public var isOfOutput = false
  /// Whether the encoder cannot write samples of so many bits: it can write those of 8.
  public var isOfDepth = false

  public init() {}

  /// A failure that a sentence explains.
  public init(_ message: String, isOfOutput: Bool, isOfDepth: Bool = false) {
    (self.message, self.isOfOutput, self.isOfDepth) = (Text(message), isOfOutput, isOfDepth)
  }

  public var isEmpty: Bool { message.isEmpty }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("failure", &message)
    try f.flag("isOfOutput", &isOfOutput)
    try f.flag("isOfDepth", &isOfDepth)
    try f.reserved(6)
  }
}

/// What a worker answers where all else that it gives is in files.
public struct DoneReply: WorkerReply {
  public var failure = WorkerFailure()
  public var sandbox = SandboxReport()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
  }
}
