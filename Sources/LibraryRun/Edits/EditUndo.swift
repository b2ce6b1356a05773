import ISOBMFF
import SystemAccess
package import WorkerClient

/// Takes away what the last run of edits wrote beside the originals of a folder.
///
/// A file goes only if it is the one that was written, and its original is there as it was: nobody
/// loses work, and nothing goes that is all that is left of a picture.
package struct EditUndo {
  /// What became of a file.
  package enum Outcome: Sendable, Equatable {
    case removed
    /// Somebody was quicker.
    case gone
    /// Why it stays.
    case kept(String)
  }

  private let folder: String
  private let journal: String
  private let records: [EditRecord]

  /// Nil if no run is known that wrote beside originals.
  package init?(_ folder: String) throws(ConversionError) {
    guard let number = try EditJournal.numbers(in: folder).last else { return nil }
    self.folder = folder
    journal = EditJournal.path(number, in: folder)
    records = try EditJournal.records(journal)
  }

  /// - Parameters:
  ///   - isDryRun: whether nothing is done.
  ///   - report: is told the path of each file, and what became of it.
  package func run(
    isDryRun: Bool, _ report: (String, Outcome) -> Void
  ) throws(ConversionError) {
    let lock: AppendFile
    do throws(SystemError) { lock = try AppendFile(journal) } catch {
      throw ConversionError(.output, "\(error)")
    }
    guard lock.lock() else {
      throw ConversionError(.output, "\(folder): a run is writing to it")
    }
    var hasFailed = false
    for record in records {
      let path = folder.asFolder + record.output
      do throws(SystemError) {
        if let outcome = try reasonToStay(record, path) {
          report(path, outcome)
          continue
        }
        if !isDryRun { try remove(path) }
        report(path, .removed)
      } catch {
        hasFailed = true
        report(path, .kept("\(error)"))
      }
    }
    // What stays was changed, or is needed: it is not the run's any more.
    guard !isDryRun, !hasFailed else { return }
    try? remove(journal)
    BytePath(Array((folder.asFolder + ".boxwalk").utf8)).removeEmptyFolder()
  }

  /// Why a file is left alone; nil if it may go. It throws where that cannot be found out.
  private func reasonToStay(
    _ record: EditRecord, _ path: String
  ) throws(SystemError) -> Outcome? {
    guard let status = try BytePath(Array(path.utf8)).status() else { return .gone }
    guard let root = try pathWithoutLinks(folder), let realPath = try pathWithoutLinks(path) else {
      throw SystemError(what: "\(path) cannot be found", code: 0)
    }
    // A folder on the way may be a link by now.
    guard status.kind == .file, realPath == root.asFolder + record.output,
      status.stamp == record.outputStamp, try hasItsBytes(record, path)
    else { return .kept("was changed since it was written") }
    let input = try BytePath(Array((folder.asFolder + record.input).utf8)).status()
    guard let input else { return .kept("its original, \(record.input), is gone") }
    return input.kind == .file && input.stamp == record.inputStamp
      ? nil : .kept("its original, \(record.input), was changed since")
  }

  private func hasItsBytes(_ record: EditRecord, _ path: String) throws(SystemError) -> Bool {
    guard let noted = record.sha256, ContentHash.isAvailable else { return true }
    return try ContentHash.sha256(path) == noted
  }
}
