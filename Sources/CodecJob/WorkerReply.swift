public import FieldCoding

/// What a worker answers to any job.
public protocol WorkerReply: FieldCodable {
  /// Why the job could not be done; empty if all went well.
  var failure: Text { get set }
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

/// What a worker answers where all else that it gives is in files.
public struct DoneReply: WorkerReply {
  public var failure: Text = ""
  public var sandbox = SandboxReport()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("failure", &failure)
    try sandbox.fields(&f)
  }
}
