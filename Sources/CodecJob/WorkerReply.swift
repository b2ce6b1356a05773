public import FieldCoding

/// What a worker answers to any job.
public protocol WorkerReply: FieldCodable {
  /// Why the job could not be done; empty if all went well.
  var failure: Text { get set }
  /// What protected this computer from the job.
  var sandbox: SandboxReport { get set }
  /// An answer that says nothing yet.
  init()
}
