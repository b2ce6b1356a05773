import SystemAccess
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
      let journal = EditJournal.path(number, in: folder)
      let (files, badLineCount) = try EditJournal.records(journal)
      // A run that ended before it wrote a file leaves an empty journal.
      if files.isEmpty, badLineCount == 0 { continue }
      let finished = try ConversionError.input(FileStamp(journal))?.modified ?? 0
      self.init(
        files: files, finished: finished, badLineCount: badLineCount, folder: folder,
        journal: journal)
      return
    }
    return nil
  }

  private init(
    files: [DerivedFile], finished: Int64, badLineCount: Int, folder: String, journal: String
  ) {
    (self.files, self.finished, self.badLineCount) = (files, finished, badLineCount)
    (self.folder, self.journal) = (folder, journal)
  }

  func undo(_ takeAway: () -> Set<String>?) throws(ConversionError) {
    let lock = try ConversionError.output(AppendFile(journal))
    guard try ConversionError.output(lock.lock()) else {
      throw ConversionError(.output, "\(folder): a run is writing to it")
    }
    // A file that stays was changed, or is needed. It no longer belongs to the run.
    guard takeAway() != nil else { return }
    try? remove(journal)
    JournalFolder(of: folder).removeIfEmpty()
  }
}
