import FieldCoding
import Files
import Foundation
import TestSupport
import Testing

@testable import Library
@testable import WorkerClient

/// What is left of manifests and journals that were damaged is true, and what is damaged is counted.
@Suite struct DamagedStateTests {
  private let folder: Folder
  private var path: String { folder.path(".boxwalk/manifest.jsonl") }

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path(".boxwalk"), withIntermediateDirectories: true)
  }

  /// Whether data that is truncated at an offset has only whole lines, so that nobody can tell that more are missing.
  private func isBetweenLines(_ offset: Int, of data: Data) -> Bool {
    offset == 0 || data[offset - 1] == 0x0A || data[offset] == 0x0A
  }

  private func write(_ data: Data, to path: String) throws {
    try data.write(to: URL(fileURLWithPath: path))
  }

  private func record(_ name: String) -> ManifestRecord {
    var record = ManifestRecord(
      input: "\(name).heic", outcome: .converted, byteCount: 5, modified: 1 << 60)
    record.sha256 = String(repeating: "a", count: 64)
    record.outputs = [
      ManifestRecord.File(path: "\(name).jpg", byteCount: 3, modified: 4, sha256: record.sha256)
    ]
    record.settings = "jpeg, quality 90"
    record.original = .kept("it is \"new\"")
    record.finished = 1
    return record
  }

  @Test func noChangedByteChangesALine() {
    let line = record("é").line.dropLast()
    for offset in line.indices {
      for bit in 0..<8 {
        var damaged = line
        damaged[offset] ^= 1 << bit
        let read = ManifestRecord(line: damaged)
        #expect(read == nil || read == record("é"), "bit \(bit) of byte \(offset)")
      }
    }
  }

  @Test(arguments: Damage.allCases) func manifestsSayNothingFalse(_ damage: Damage) throws {
    let names = ["a", "b", "c", "d"]
    do {
      let journal = try Journal(path)
      for name in names { try journal.append(record(name)) }
      try journal.finish()
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for offset in Damage.offsets(in: whole, count: 150) {
      let damaged = damage.apply(to: whole, at: offset)
      try write(damaged, to: path)
      for round in 0..<2 {
        let journal = try Journal(path)
        let known = names.filter { journal.record(of: "\($0).heic") != nil }
        for name in known {
          var read = try #require(journal.record(of: "\(name).heic"))
          read.run = ""
          #expect(read == record(name))
        }
        let isDamaged = known != names
        // A line feed that is missing makes one line of two.
        #expect(journal.count == known.count && known.count >= (damage == .otherBit ? 2 : 0))
        let isCutAtALine = damage == .cut && isBetweenLines(offset, of: whole)
        let isSaid = journal.damagedLineCount > 0
        // Damage that looks like another version stays.
        let isOther = String(decoding: damaged, as: UTF8.self).contains(/boxwalk\.convert\/[^1]/)
        #expect(
          round == 1 ? !isSaid || isOther : isSaid || !isDamaged || isCutAtALine, "byte \(offset)")
        try journal.finish()
      }
    }
    #expect(Folder.names(folder.path(".boxwalk")) == ["manifest.jsonl"])
  }

  /// A damaged list of unfinished outputs claims no file of others.
  @Test(arguments: Damage.allCases) func unfinishedOutputsAreNoOthers(_ damage: Damage) throws {
    let outputs = ["a.jpg", "b.jpg", "c.jpg"]
    do { try Journal(path).begin(outputs.map { BegunOutput(input: $0 + ".heic", output: $0) }) }
    let running = URL(fileURLWithPath: path + ".running")
    let whole = try Data(contentsOf: running)
    for offset in Damage.offsets(in: whole, count: 150) {
      try damage.apply(to: whole, at: offset).write(to: running)
      let begun = try BegunOutputs(running.path).outputs(but: [])
      #expect(begun.allSatisfy { outputs.contains($0.output) && $0.input == $0.output + ".heic" })
      _ = try Journal(path)
    }
  }

  // MARK: Other versions

  /// A newer version knows which files are done: this one would write that they failed.
  @Test func linesOfAnotherVersionStay() throws {
    let other = String(decoding: record("a").line, as: UTF8.self)
      .replacingOccurrences(of: "convert/1", with: "convert/2")
    let unchecked = other.replacingOccurrences(
      of: #","check":"[0-9a-f]{8}""#, with: "", options: .regularExpression)
    #expect(unchecked != other)
    let lines = Data(record("b").line) + Data(unchecked.utf8)
    try write(lines, to: path)
    #expect(throws: ConversionError.self) { try Journal(path) }
    #expect(throws: ConversionError.self) { try RunUndo(folder.path("."), manifest: nil) }
    let report = try ManifestReport([path])
    #expect(report.records.count == 1 && report.badLineCount == 1)
    #expect(throws: ConversionError.self) {
      try report.write(to: folder.path("all.jsonl"), replacing: true)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == lines)
    #expect(Folder.names(folder.path(".boxwalk")) == ["manifest.jsonl"])
    // A line that only damage makes one of another version does not hold anybody up.
    try write(Data(record("b").line) + Data(other.utf8), to: path)
    for _ in 0..<2 {
      let journal = try Journal(path)
      #expect(journal.count == 1 && journal.damagedLineCount == 1)
      try journal.append(record("b"))
      try journal.finish()
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.components(separatedBy: "\n").contains(String(other.dropLast())))
    }
  }

  /// A file that is no manifest is not replaced, and a damaged manifest is one.
  @Test func whatIsAManifest() throws {
    let named = folder.path("m.jsonl")
    var line = Data(record("a").line)
    line[0] = 0
    for (data, isManifest) in [
      (line, true), (Data(), true), (Data("{\"sch".utf8), true), (Data("a photo".utf8), false),
      (Data("boxwalk.convert/1".utf8), false),
    ] {
      try write(data, to: named)
      #expect(((try? Journal(named).finish()) != nil) == isManifest, "\(data)")
    }
    // At its usual path there is nothing else.
    try write(Data(count: 4096), to: path)
    #expect(try Journal(path).damagedLineCount == 1)
  }

  // MARK: Edits

  @Test(arguments: Damage.allCases) func journalsOfEditsSayNothingFalse(_ damage: Damage) throws {
    let stamp = FileStamp(size: 7, modified: 1 << 60)
    let names = ["a", "b", "c"]
    do {
      let journal = try EditJournal(of: folder.path(""))
      for name in names {
        try journal.begin(
          DerivedFile(input: "\(name).heic", stamp, output: "\(name)-rotated.heic", stamp))
      }
    }
    let path = EditJournal.path(1, in: folder.path(""))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for offset in Damage.offsets(in: whole, count: 150) {
      let damaged = damage.apply(to: whole, at: offset)
      try write(damaged, to: path)
      let (files, badLineCount) = try EditJournal.records(path)
      for file in files {
        #expect(
          names.contains { file.input == "\($0).heic" && file.output == "\($0)-rotated.heic" })
        #expect(file.inputStamp == stamp && file.outputStamp == stamp)
      }
      let isCutAtALine = damage == .cut && isBetweenLines(offset, of: whole)
      #expect(badLineCount > 0 || files.count == names.count || isCutAtALine, "byte \(offset)")
    }
  }

  /// If the end of a manifest cannot be read, the run before the last one is not taken for the last.
  @Test func theLastRunIsKnownOrNothingGoes() throws {
    for name in ["a", "b"] {
      try write(Data(name.utf8), to: folder.path("\(name).heic"))
      try write(Data(name.utf8), to: folder.path("\(name).jpg"))
      let journal = try Journal(path)
      var record = record(name)
      let stamps = try ["heic", "jpg"].map {
        try #require(try FileStamp(folder.path("\(name).\($0)")))
      }
      (record.byteCount, record.modified) = (stamps[0].size, stamps[0].modified)
      record.outputs = [
        ManifestRecord.File(
          path: "\(name).jpg", byteCount: stamps[1].size, modified: stamps[1].modified, sha256: nil)
      ]
      try journal.append(record)
      try journal.finish()
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try write(Damage.zeros.apply(to: whole, at: whole.count - 9), to: path)
    #expect(throws: ConversionError.self) { try RunUndo(folder.path("."), manifest: path) }
    try write(whole, to: path)
    var removed: [String] = []
    try RunUndo(folder.path("."), manifest: path)?.run(isDryRun: false) { path, outcome in
      if outcome == .removed { removed.append(path.lastPathName) }
    }
    #expect(removed == ["b.jpg"])
  }
}
