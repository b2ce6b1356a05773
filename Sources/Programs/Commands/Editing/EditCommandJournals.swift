import Editing
import FieldCoding
import Files
import Library
import WorkerClient

/// The journals of a run of edits, one for each folder that was named. A journal is created when the first file is
/// written.
final class EditCommandJournals {
  private var journals: [String: EditJournal] = [:]

  /// A file that is written to the folder of its original.
  struct Entry {
    fileprivate let journals: EditCommandJournals
    fileprivate let folder: String
    fileprivate var record: DerivedFile

    /// Records the complete file before it gets its name.
    mutating func begin(_ written: Bytes) throws(EditError) {
      do throws(SystemError) { record.sha256 = try ContentHash.sha256(of: written) } catch {
        throw EditError(error)
      }
      do throws(ConversionError) { try journals.journal(of: folder).begin(record) } catch {
        throw EditError(.damaged, error.message)
      }
    }

    /// Records that the file has its name.
    func finish() { journals.journals[folder]?.finish(record) }
  }

  /// Nil if the original was not found in a folder.
  ///
  /// - Parameter count: the size of the new file in bytes.
  func entry(
    _ output: String, of file: Inputs.File, _ count: Int
  ) throws(SystemError) -> Entry? {
    guard let folder = file.folder, let path = output.path(below: folder),
      let stamp = try FileStamp(file.path)
    else { return nil }
    // A new file has the time of its original.
    let record = DerivedFile(
      input: file.relativePath, stamp, output: path,
      FileStamp(size: count, modified: stamp.modified))
    return Entry(journals: self, folder: folder, record: record)
  }

  private func journal(of folder: String) throws(ConversionError) -> EditJournal {
    if let journal = journals[folder] { return journal }
    let journal = try EditJournal(of: folder)
    journals[folder] = journal
    return journal
  }
}
