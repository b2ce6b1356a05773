import WorkerClient

/// A run that wrote files to the folders of their originals, read from its journal.
protocol UndoableRun {
  /// What it wrote.
  var files: [DerivedFile] { get }
  /// When it wrote last, in nanoseconds since the start of 1970.
  var finished: Int64 { get }

  /// Keeps other runs away while files are removed, and then removes the run from the journal.
  ///
  /// - Parameter takeAway: returns the outputs that stay; nil if the run has to stay in the journal.
  func undo(_ takeAway: () -> Set<String>?) throws(ConversionError)
}
