import SystemAccess
import WorkerClient

/// A run of conversions, whose lines are the last ones of a manifest.
struct ManifestRun: UndoableRun {
  let files: [DerivedFile]
  let finished: Int64
  private let folder: String
  private let manifest: String
  private let run: String

  /// The last one of a manifest; nil if it wrote nothing beside an original below the folder.
  init?(lastOf manifest: String, in folder: String) throws(ConversionError) {
    var records: [String: ManifestRecord] = [:]
    var run = ""
    for record in try ManifestLines(manifest) where !record.run.isEmpty {
      if record.run != run { (run, records) = (record.run, [:]) }
      records[record.input] = record
    }
    (self.folder, self.manifest, self.run) = (folder, manifest, run)
    files = records.values.flatMap(\.derivedFiles)
      .sorted { $0.output.utf8.lexicographicallyPrecedes($1.output.utf8) }
    finished = records.values.compactMap(\.finished).max() ?? 0
    for file in files
    where try ConversionError.input(PathKind(folder.asFolder + file.input)) != .nothing {
      return
    }
    return nil
  }

  func undo(_ takeAway: () -> Set<String>?) throws(ConversionError) {
    let journal = try Journal(manifest)
    if let kept = takeAway() { try journal.forget(run, but: kept) }
    let isEmpty = try ConversionError.output(FileStamp(manifest))?.size == 0
    if isEmpty { try ConversionError.output(remove(manifest)) }
    try journal.leave()
    if isEmpty { JournalFolder(of: folder).removeIfEmpty() }
  }
}

extension ManifestRecord {
  /// What was made of the photo and of its movie, if those are below the folder of outputs.
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
