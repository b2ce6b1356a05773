import Conversion
import Files
import WorkerClient

/// Outputs that exist although the manifest has no line for them.
extension Batch {
  /// Writes the line that a manifest had lost.
  func adopt(
    _ record: ManifestRecord, _ file: File, _ folder: OutputTree, _ journal: Journal,
    _ clock: StageClock?
  ) -> (Result, ConversionError?) {
    var (result, record) = (Result(file: file), record)
    (result.isUnchanged, result.isAdopted) = (true, true)
    if deletesOriginals { return settle(result, record, folder, journal, clock) }
    if let times = clock?.times {
      result.stages = times
      record.add(times)
    }
    OutputNote.write(record, of: file, in: folder)
    return (
      result, failure { () throws(ConversionError) in try journal.append(record, isNew: false) }
    )
  }

  /// The record of a file whose outputs exist without a note, if this run would make the same: they are made again beside
  /// the manifest, and compared. Nil if they differ.
  ///
  /// Only outputs with the time that a conversion gives them are compared.
  func existing(
    _ record: ManifestRecord, _ paths: OutputPaths, _ folder: OutputTree, _ journal: Journal,
    _ moving: @Sendable (MovieProgress) -> Void
  ) throws(ConversionError) -> ManifestRecord? {
    guard record.hasHashes, !conversion.options.replacesFiles,
      try looksMade(paths, record, folder)
    else { return nil }
    var batch = self
    batch.journal = nil
    let scratch = OutputTree(journal.scratch.next())
    batch.folder = scratch
    var file = paths.file
    let (parent, name) = file.output.splitAtName
    file.output = name
    var result = Result(file: file)
    batch.convert(&result, OutputPaths(file, OutputOwners([file]), batch), moving)
    defer {
      for path in result.written { try? remove(path) }
      BytePath(Array(scratch.root.utf8)).removeEmptyFolder()
    }
    guard result.failures.isEmpty else { return nil }
    var made = record
    try made.add(result, root: scratch.root)
    if let output = made.movie?.output { made.movie?.output = parent + output }
    for index in made.outputs.indices {
      made.outputs[index].path = parent + made.outputs[index].path
      guard try isSame(made.outputs[index], made, paths.file, folder) else { return nil }
    }
    made.settings = settings(of: file)
    made.version = version
    return made
  }

  /// Whether outputs of a file exist that may not be written, and all of them have its time, as far as the file system
  /// tells times apart. Files that are inputs are not outputs.
  private func looksMade(
    _ paths: OutputPaths, _ record: ManifestRecord, _ folder: OutputTree
  ) throws(ConversionError) -> Bool {
    var isFound = false
    for output in Set(paths.usual + paths.firsts) {
      let path = folder.path(of: output)
      guard let stamp = try ConversionError.output(FileStamp(path)), try !paths.mayWrite(output)
      else { continue }
      let isOfMovie = output == paths.file.movieOutput
      let time = isOfMovie ? record.movie?.modified ?? 0 : record.modified
      guard (stamp.modified &- time).magnitude < 2_000_000_000, try !paths.isInput(path) else {
        return false
      }
      isFound = true
    }
    return isFound
  }

  /// Whether the file at the path of an output has its bytes, and is a link if the output was one.
  private func isSame(
    _ output: ManifestRecord.File, _ record: ManifestRecord, _ file: File, _ folder: OutputTree
  ) throws(ConversionError) -> Bool {
    let path = folder.path(of: output.path)
    let isOfMovie = output.path == record.movie?.output && record.movie?.action != .inside
    let isLink = isOfMovie ? record.movie?.action == .linked : record.outcome == .linked
    return try ConversionError.output { () throws(SystemError) in
      guard let hash = output.sha256, try FileStamp(path) == output.stamp,
        try ContentHash.sha256(path) == hash
      else { return false }
      if !isLink { return true }
      return try isSameFile(isOfMovie ? file.movie?.path ?? "" : file.path, path)
    }
  }
}
