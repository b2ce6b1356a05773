import Files
import WorkerClient

/// A run of edits, which has a separate journal.
struct EditRun: UndoableRun {
  let files: [DerivedFile]
  let finished: Int64
  let badLineCount: Int
  private let folder: String
  private let journal: String

  /// The last run of a folder that wrote a file; nil if there is none.
  init?(lastOf folder: String) throws(ConversionError) {
    for number in try EditJournal.numbers(in: folder).reversed() {
      let path = EditJournal.path(number, in: folder)
      let records = try EditJournal.records(path)
      // A run that ended before it wrote a file leaves an empty journal.
      if records.files.isEmpty, records.badLineCount == 0 { continue }
      (self.folder, journal) = (folder, path)
      (files, badLineCount) = records
      finished = try ConversionError.input(FileStamp(path))?.modified ?? 0
      return
    }
    return nil
  }

  func undo(_ takeAway: () -> Set<String>?) throws(ConversionError) {
    let lock = try ConversionError.output(AppendFile(journal))
    guard try ConversionError.output(lock.lock()) else {
      throw ConversionError(.output, "\(folder): a run is writing to it")
    }
    // A file that stays was changed, or is needed. It no longer belongs to the run.
    guard takeAway() != nil else { return }
    try? remove(journal)
  }
}
