/// An observer that is called during a run.
public protocol RunObserver: Sendable {
  /// A file is done, as files of one run are in their order, one at a time.
  func write(_ result: Batch.Result)
  /// How far it is, now and then.
  func show(_ progress: Batch.Progress)
  /// Reports a file that is not converted until it is complete.
  func write(incomplete path: String, _ reason: String)
  /// Something that a person should know, which is of no one file.
  func message(_ text: String)
  /// What is being done; nil when that is over.
  func showActivity(_ text: String?)
}
