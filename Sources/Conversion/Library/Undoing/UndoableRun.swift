import WorkerClient

/// A run that wrote files to the folders of their originals, read from its journal.
protocol UndoableRun {
  /// The files that it wrote.
  var files: [DerivedFile] { get }
  /// The number of lines of its journal that cannot be read: files may be missing in ``files``.
  var badLineCount: Int { get }
  /// The time of its last output, in nanoseconds since the start of 1970.
  var finished: Int64 { get }

  /// Keeps other runs away while files are removed, and then removes the run from the journal.
  ///
  /// - Parameter takeAway: returns the outputs that stay; nil if the run has to stay in the journal.
  func undo(_ takeAway: () -> Set<String>?) throws(ConversionError)
}
