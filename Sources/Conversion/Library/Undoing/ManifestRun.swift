import Files
import WorkerClient

/// A run of conversions: its unfinished outputs, and the last lines of a manifest.
struct ManifestRun: UndoableRun {
  let files: [DerivedFile]
  let finished: Int64
  let badLineCount: Int
  private let folder: String
  private let manifest: String
  private let run: String

  /// The last run of a manifest; nil if it wrote no file to the folder of an original below the folder.
  init?(lastOf manifest: String, in folder: String) throws(ConversionError) {
    var records: [String: ManifestRecord] = [:]
    var run = ""
    var lines = try ManifestLines(manifest)
    /// How many lines before the last one cannot be read.
    var earlierBadLineCount = 0
    while let record = lines.next() {
      earlierBadLineCount = lines.badLineCount
      if record.run.isEmpty { continue }
      if record.run != run { (run, records) = (record.run, [:]) }
      records[record.input] = record
    }
    try lines.requireOwn()
    badLineCount = lines.badLineCount
    let truncated = try TruncatedRun(
      of: manifest, in: folder, lastLines: (run, Array(records.keys)))
    // A run that did not end is known from its other list.
    guard badLineCount == earlierBadLineCount || !truncated.run.isEmpty else {
      throw ConversionError(
        .input, "\(manifest): its end cannot be read, so that the last run is not known")
    }
    if !truncated.files.isEmpty, truncated.run != run { (run, records) = (truncated.run, [:]) }
    (self.folder, self.manifest, self.run) = (folder, manifest, run)
    files = (records.values.flatMap(\.derivedFiles) + truncated.files)
      .sorted { $0.output.utf8.lexicographicallyPrecedes($1.output.utf8) }
    finished = max(records.values.compactMap(\.finished).max() ?? 0, truncated.finished)
    for file in files
    where try ConversionError.input(PathKind(folder.asFolder + file.input)) != .nothing {
      return
    }
    return nil
  }

  func undo(_ takeAway: () -> Set<String>?) throws(ConversionError) {
    let journal = try Journal(manifest, makesOutputs: false)
    let kept = takeAway()
    if let kept { try journal.forget(run, but: kept) }
    let isEmpty = try ConversionError.output(FileStamp(manifest))?.size == 0
    if isEmpty { try ConversionError.output(remove(manifest)) }
    try journal.leave(findsBegun: kept == nil)
  }
}

/// The files that a run wrote to the folders of originals without a line for them, because it did not end.
private struct TruncatedRun {
  /// The number of the run.
  let run: String
  /// The current state of the files: their state after writing is unknown.
  private(set) var files: [DerivedFile] = []
  /// The time of the last output, in nanoseconds since the start of 1970; 0 if there is none.
  private(set) var finished: Int64 = 0

  /// - Parameter lastLines: the last run that has lines in the manifest, with their inputs.
  init(
    of manifest: String, in folder: String, lastLines: (run: String, inputs: [String])
  ) throws(ConversionError) {
    let path = Journal.running(manifest)
    guard let running = try ConversionError.input(FileStamp(path)) else {
      run = ""
      return
    }
    let begun = try BegunOutputs(path)
    run = begun.run
    let done = lastLines.run == run ? lastLines.inputs.map { OutputNameHash($0) } : []
    var outputs: Set<String> = []
    for output in begun.outputs(but: Set(done)) where outputs.insert(output.output).inserted {
      guard let input = try ConversionError.input(FileStamp(folder.asFolder + output.input)),
        let stamp = try ConversionError.input(FileStamp(folder.asFolder + output.output)),
        stamp != output.earlier
      else { continue }
      let file = DerivedFile(input: output.input, input, output: output.output, stamp)
      if file.isBelowFolder { files.append(file) }
    }
    if files.isEmpty { return }
    finished = running.modified
  }
}

extension ManifestRecord {
  /// The outputs of the photo and of its movie, if those are below the output folder.
  fileprivate var derivedFiles: [DerivedFile] {
    outputs.map { output in
      let ofMovie = movie.flatMap {
        $0.action?.isFile == true && $0.output == output.path ? $0 : nil
      }
      return DerivedFile(
        input: ofMovie?.input ?? input, ofMovie?.stamp ?? stamp, output: output.path, output.stamp,
        sha256: output.sha256)
    }.filter(\.isBelowFolder)
  }
}
