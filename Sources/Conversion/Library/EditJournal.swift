package import Files
import ISOBMFF
package import WorkerClient

/// A journal of the files that one run of edits writes to the folder of their originals, so that they can be removed
/// again.
///
/// The lines of a run are in `.boxwalk/edits-N.jsonl` in that folder. Each line is on the disk before its file has its
/// name: even if the run is interrupted, the journal has all files that it wrote.
package struct EditJournal: Sendable {
  private let folder: String
  private let file: AppendFile

  /// Starts the journal of a run, after those of earlier runs.
  package init(of folder: String) throws(ConversionError) {
    self.folder = folder
    var number = try EditJournal.numbers(in: folder).last ?? 1
    while true {
      let file = try EditJournal.open(number, in: folder)
      if try ConversionError.output(file.lock()), file.size == 0 {
        self.file = file
        return
      }
      // Another run has the number. One that ended before it wrote a file is left empty.
      number += 1
    }
  }

  private static func open(
    _ number: Int, in folder: String
  ) throws(ConversionError) -> AppendFile {
    let path = try OutputTree(folder).preparedPath(of: name(number))
    do throws(SystemError) { return try AppendFile(path) } catch {
      throw ConversionError(.output, "the journal cannot be written: \(error)")
    }
  }

  /// Notes a file that gets its name next.
  package func begin(_ record: DerivedFile) throws(ConversionError) {
    do throws(SystemError) {
      try file.append(record.line)
      try file.sync()
    } catch {
      throw ConversionError(.output, "the journal cannot be written: \(error)")
    }
  }

  /// Notes the time that a file has now, if the file system did not keep the one that it was given.
  package func finish(_ record: DerivedFile) {
    var record = record
    do throws(SystemError) {
      guard let stamp = try FileStamp(folder.asFolder + record.output),
        stamp != record.outputStamp
      else { return }
      record.outputStamp = stamp
      try file.append(record.line)
    } catch {
      // Without it, the file is taken for one that was changed since, and stays.
    }
  }

  // MARK: Written files

  static func path(_ number: Int, in folder: String) -> String { folder.asFolder + name(number) }

  private static func name(_ number: Int) -> String {
    "\(JournalFolder.name)/edits-\(number).jsonl"
  }

  /// The numbers of the runs that wrote to a folder, the newest last.
  static func numbers(in folder: String) throws(ConversionError) -> [Int] {
    try JournalFolder(of: folder).contents().compactMap { name, kind in
      guard kind == .file, name.hasPrefix("edits-"), name.hasSuffix(".jsonl") else { return nil }
      return Int(name.dropFirst(6).dropLast(6))
    }.sorted()
  }

  /// The files that a run wrote, in their order: the last note of each. Lines that cannot be read are counted.
  static func records(
    _ path: String
  ) throws(ConversionError) -> (files: [DerivedFile], badLineCount: Int) {
    var records: [DerivedFile] = []
    var indices: [String: Int] = [:]
    var badLineCount = 0
    let lines = try RunFileLines(path)
    for (_, line) in lines where !line.isEmpty {
      guard let record = DerivedFile(line: line) else {
        try CheckedLine.requireVersion(of: DerivedFile.schema, line, path)
        badLineCount += 1
        continue
      }
      if let index = indices[record.output] {
        records[index] = record
      } else {
        indices[record.output] = records.count
        records.append(record)
      }
    }
    try lines.requireRead()
    return (records, badLineCount)
  }

  /// The files that all runs wrote to a folder, by the paths below it.
  package static func outputs(
    in folder: String
  ) throws(ConversionError) -> [String: FileStamp] {
    var outputs: [String: FileStamp] = [:]
    for number in try numbers(in: folder) {
      for record in try records(path(number, in: folder)).files {
        outputs[record.output] = record.outputStamp
      }
    }
    return outputs
  }
}

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
