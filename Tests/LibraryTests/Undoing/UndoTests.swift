import Files
import Foundation
import TestSupport
import Testing

@testable import Library

/// The files that are removed for a run that did not end, and wrote no line for its outputs.
@Suite struct UndoTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path(".boxwalk"), withIntermediateDirectories: true)
    for name in ["a.heic", "b.heic", "c.heic"] { try write(name, name) }
  }

  /// A run notes a file before it has its name, and again if its time is another one then: the last note counts.
  @Test func theLastNoteOfAFileCounts() throws {
    let stamp = FileStamp(size: 7, modified: 1)
    let journal = try EditJournal(of: folder.path(""))
    for (name, size) in [("a", 1), ("b", 2), ("a", 3)] {
      try journal.begin(
        DerivedFile(
          input: "\(name).heic", stamp, output: "\(name).edited.heic",
          FileStamp(size: size, modified: 2)))
    }
    let number = try #require(try EditJournal.numbers(in: folder.path("")).last)
    let records = try EditJournal.records(EditJournal.path(number, in: folder.path(""))).files
    #expect(records.map(\.output) == ["a.edited.heic", "b.edited.heic"])
    #expect(records.map(\.outputStamp.size) == [3, 2])
  }

  /// A run that ended before it wrote a file leaves an empty journal, which the next run takes.
  @Test func aJournalWithoutFilesIsNoRun() throws {
    let root = folder.path("")
    _ = try EditJournal(of: root)
    #expect(try EditJournal.numbers(in: root) == [1])
    #expect(try RunUndo(root, manifest: nil) == nil)
    try write("edited", "a.edited.heic")
    do {
      let (input, output) = try (
        FileStamp(folder.path("a.heic")), FileStamp(folder.path("a.edited.heic"))
      )
      try EditJournal(of: root).begin(
        DerivedFile(
          input: "a.heic", try #require(input), output: "a.edited.heic", try #require(output)))
    }
    #expect(try EditJournal.numbers(in: root) == [1])
    _ = try EditJournal(of: root)
    #expect(try EditJournal.numbers(in: root) == [1, 2])
    var removed: [String] = []
    try RunUndo(root, manifest: nil)?.run(isDryRun: false) { path, outcome in
      if outcome == .removed { removed.append((path as NSString).lastPathComponent) }
    }
    #expect(removed == ["a.edited.heic"])
  }

  private var manifest: String { folder.path(".boxwalk/manifest.jsonl") }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
  }

  /// Notes outputs beside inputs, and ends like a killed run.
  private func begin(_ names: [String], made: [String] = []) throws {
    let journal = try Journal(manifest)
    try journal.begin(
      names.map {
        BegunOutput(
          input: $0 + ".heic", output: $0 + ".jpg",
          earlier: try FileStamp(folder.path($0 + ".jpg")))
      })
    for name in made {
      try write("picture of \(name)", name + ".jpg")
      let input = try #require(try FileStamp(folder.path(name + ".heic")))
      let output = try #require(try FileStamp(folder.path(name + ".jpg")))
      var record = ManifestRecord(
        input: name + ".heic", outcome: .converted, byteCount: input.size, modified: input.modified)
      record.outputs = [
        ManifestRecord.File(
          path: name + ".jpg", byteCount: output.size, modified: output.modified, sha256: nil)
      ]
      try journal.append(record)
    }
  }

  private func undo(isDryRun: Bool = false) throws -> [String] {
    var removed: [String] = []
    try RunUndo(folder.path("."), manifest: manifest)?.run(isDryRun: isDryRun) { path, outcome in
      if outcome == .removed { removed.append((path as NSString).lastPathComponent) }
    }
    return removed
  }

  private var pictures: [String] { Folder.names(folder.path(".")).filter { $0.hasSuffix(".jpg") } }

  @Test func whatWasMadeWithoutALineGoes() throws {
    try begin(["a", "b", "c"], made: ["a"])
    try write("picture of b", "b.jpg")
    #expect(try undo(isDryRun: true) == ["a.jpg", "b.jpg"])
    #expect(pictures == ["a.jpg", "b.jpg"])
    #expect(try undo() == ["a.jpg", "b.jpg"])
    #expect(Folder.names(folder.path(".")) == ["a.heic", "b.heic", "c.heic"])
  }

  @Test func nothingButWhatTheLastRunMade() throws {
    try begin(["a"], made: ["a"])
    try Journal(manifest).finish()
    // It looks at all files, and makes two.
    try begin(["a", "b", "c"])
    #expect(try undo(isDryRun: true) == ["a.jpg"], "it made nothing yet")
    try write("picture of b", "b.jpg")
    try write("picture of c", "c.jpg")
    try FileManager.default.removeItem(atPath: folder.path("c.heic"))
    #expect(try undo() == ["b.jpg"])
    #expect(pictures == ["a.jpg", "c.jpg"])
    #expect(try undo() == ["a.jpg"])
  }

  /// A run that may replace files was killed before it did.
  @Test func whatWasThereBeforeIsNotTakenAway() throws {
    try write("somebody's", "a.jpg")
    try begin(["a", "b"])
    try write("picture of b", "b.jpg")
    do {
      let journal = try Journal(manifest)
      #expect(try !journal.owns("a.jpg", at: folder.path("a.jpg")))
      #expect(try journal.owns("b.jpg", at: folder.path("b.jpg")))
      #expect(try journal.isLeftOver("b.jpg", at: folder.path("b.jpg")))
      #expect(try !journal.isLeftOver("none.jpg", at: folder.path("none.jpg")))
    }
    #expect(try undo() == ["b.jpg"])
    #expect(pictures == ["a.jpg"])
  }
}
