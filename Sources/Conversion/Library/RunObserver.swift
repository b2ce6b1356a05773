/// An observer that is called during a run.
public protocol RunObserver: Sendable {
  /// A file is done, as files of one run are in their order, one at a time.
  func write(_ result: Batch.Result)
  /// Shows the progress now and then.
  func show(_ progress: Batch.Progress)
  /// Reports a file that is not converted until it is complete.
  func write(incomplete path: String, _ reason: String)
  /// Shows a message that is not about a single file.
  func message(_ text: String)
  /// Shows the current activity; nil when it has ended.
  func showActivity(_ text: String?)
}
