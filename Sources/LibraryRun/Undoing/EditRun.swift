import SystemAccess
import WorkerClient

/// A run of edits, which has a separate journal.
struct EditRun: UndoableRun {
  let files: [DerivedFile]
  let finished: Int64
  let badLineCount: Int
  private let folder: String
  private let journal: String

  /// The last run of a folder; nil if there is none.
  init?(lastOf folder: String) throws(ConversionError) {
    guard let number = try EditJournal.numbers(in: folder).last else { return nil }
    self.folder = folder
    journal = EditJournal.path(number, in: folder)
    (files, badLineCount) = try EditJournal.records(journal)
    finished = try ConversionError.input(FileStamp(journal))?.modified ?? 0
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
