import WorkerClient

/// A run that wrote files beside their originals, as its journal tells.
protocol UndoableRun {
  /// What it wrote.
  var files: [DerivedFile] { get }
  /// When it wrote last, in nanoseconds since the start of 1970.
  var finished: Int64 { get }

  /// Keeps other runs away while files are taken away, and forgets the run.
  ///
  /// - Parameter takeAway: gives the outputs that stay; nil if the run is not to be forgotten.
  func undo(_ takeAway: () -> Set<String>?) throws(ConversionError)
}
