import FieldCoding
import Files
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Library
@testable import WorkerClient

@Suite struct BatchTests {
  /// The edit of a photo or a movie is in a file of the same name.
  @Test func editsAreBesideTheirFiles() throws {
    let folder = try Folder()
    for name in ["IMG_1.AAE", "IMG_2.aae"] { _ = try folder.write(Data("<plist/>".utf8), to: name) }
    func part(_ name: String) -> String? {
      Batch.File(path: folder.path(name), input: name, output: "").part
    }
    for name in ["IMG_1.HEIC", "IMG_1.MOV", "IMG_2.jpg"] { #expect(part(name) != nil, "\(name)") }
    for name in ["IMG_11.HEIC", "IMG_.HEIC", "IMG_1.b.jpg"] {
      #expect(part(name) == nil, "\(name)")
    }
  }

  // MARK: Names

  @Test(arguments: [
    ("*.heic", "2023/IMG_1.HEIC", true), ("*.heic", "IMG_1.HEIC.jpg", false),
    ("img_?.*", "a/IMG_1.HEIC", true), ("img_?.*", "IMG_12.HEIC", false),
    ("2023", "2023/05/a.jpg", true), ("2023/", "2023/05/a.jpg", true),
    ("2023/*", "2023/05/a.jpg", true), ("2023/*.jpg", "2023/05/a.jpg", false),
    ("2023/**/a.jpg", "2023/a.jpg", true), ("2023/**/a.jpg", "2023/1/2/a.jpg", true),
    ("**/05/*.jpg", "2023/05/a.jpg", true), ("**/05/*.jpg", "2023/06/a.jpg", false),
    ("/2023/a.jpg", "2023/a.jpg", true), ("/2023/a.jpg", "x/2023/a.jpg", false),
    ("[a-c]*", "b.jpg", true), ("[!a-c]*", "b.jpg", false), ("[]x]*", "]b", true),
    ("[b-d]*", "a.jpg", false), ("[b-d]*", "e.jpg", false), ("[d-b]*", "c.jpg", true),
    ("[a", "[a", true), ("", "a", false), ("**", "a/b", true),
    ("*a*a*a*a*a*a*a*a*b", String(repeating: "a", count: 5000), false),
  ])
  func patterns(pattern: String, path: String, matches: Bool) {
    #expect(GlobPattern(pattern).matches(path) == matches)
  }

  @Test func selection() {
    var selection = FileSelection()
    selection.excluded = [GlobPattern("screens")]
    #expect(selection.takes("a/b.heic") && !selection.takes("a/Screens/b.heic"))
    selection.included = [GlobPattern("*.heic")]
    #expect(selection.takes("a/b.heic") && !selection.takes("a/b.jpg"))
  }

  /// The vectors of the FNV authors.
  @Test(arguments: [
    ("", 0xCBF2_9CE4_8422_2325 as UInt64), ("a", 0xAF63_DC4C_8601_EC8C),
    ("foobar", 0x8594_4171_F739_67E8),
  ])
  func hashesOfPaths(text: String, hash: UInt64) { #expect(BatchShard.hash(text) == hash) }

  @Test func eachFileIsInOneShard() throws {
    let shards = try (0..<4).map { try #require(BatchShard("\($0)/4")) }
    var counts = [0, 0, 0, 0]
    for number in 0..<2000 {
      let taking = shards.filter { $0.takes("2023/IMG_\(number).HEIC") }
      #expect(taking.count == 1)
      counts[taking[0].index] += 1
    }
    #expect(counts.allSatisfy { $0 > 400 }, "\(counts)")
    for text in ["4/4", "-1/4", "1", "a/b", "1/0", "1/2/3", ""] { #expect(BatchShard(text) == nil) }
  }

  /// The order of the list does not matter, and case and composition make no difference.
  @Test func noTwoOutputsAreOneFile() {
    let paths = ["a.jpg", "a.heic", "A.HEIC", "b/a.heic", "a.heic.png", "é.heic", "e\u{301}.heic"]
    let outputs = OutputNames.outputs(of: paths, extension: "jpg")
    #expect(
      outputs == [
        "a.jpg.jpg", "a.heic.jpg", "A.jpg", "b/a.jpg", "a.heic.png.jpg", "é.heic.jpg",
        "e\u{301}.jpg",
      ])
    let turned = OutputNames.outputs(of: paths.reversed(), extension: "jpg")
    #expect(turned.reversed() == outputs)
    #expect(
      OutputNames.outputs(of: ["A.heic", "a.HEIC", "a.heic"], extension: "jpg")
        == ["A.jpg", "a.HEIC.jpg", "a.heic-2.jpg"])
  }

  /// A folder may have the name of an output; the files in it keep their paths.
  @Test func foldersKeepTheirNames() {
    #expect(
      OutputNames.outputs(
        of: ["a.heic", "A.jpg/x/b.heic", "c.heic", "x/a.heic", "d.heic"], extension: "jpg",
        lastCopies: ["c.jpg/a.jpg": "c.jpg/a.heic"])
        == ["a.heic.jpg", "A.jpg/x/b.jpg", "c.heic.jpg", "x/a.jpg", "d.jpg"])
  }

  /// The output of a deleted original keeps its name forever: the others keep theirs beside it, and a new file gets
  /// another one.
  @Test func lastCopiesKeepTheirNames() {
    let paths = ["A.HEIC", "a.heic", "a.jpg", "b.jpg"]
    let outputs = OutputNames.outputs(of: paths, extension: "jpg")
    #expect(outputs == ["A.jpg", "a.heic.jpg", "a.jpg.jpg", "b.jpg"])
    for gone in 1..<16 {
      let isGone = paths.indices.map { gone >> $0 & 1 == 1 }
      let left = paths.indices.filter { !isGone[$0] }
      let lastCopies = Dictionary(
        uniqueKeysWithValues: paths.indices.filter { isGone[$0] }.map { (outputs[$0], paths[$0]) })
      #expect(
        OutputNames.outputs(of: left.map { paths[$0] }, extension: "jpg", lastCopies: lastCopies)
          == left.map { outputs[$0] })
      // The original itself may be there still, or again.
      #expect(OutputNames.outputs(of: paths, extension: "jpg", lastCopies: lastCopies) == outputs)
    }
    #expect(
      OutputNames.outputs(of: ["b.HEIC"], extension: "jpg", lastCopies: ["B.jpg": "b.jpg"])
        == ["b.HEIC.jpg"])
  }

  @Test func pathsStayBelowTheFolder() {
    #expect(RelativePath.normalized("./2023//a.heic") == "2023/a.heic")
    #expect(RelativePath.normalized("/home/a.heic") == "home/a.heic")
    for path in ["../a", "a/../b", "..", "", ".", "/", "a\0b"] {
      #expect(RelativePath.normalized(path) == nil, "\(path)")
    }
  }

  /// In Swift, a slash is one character with a combining mark after it, or with a prepended mark before it.
  @Test func slashesAreSlashesBesideAnyMark() {
    for mark in ["\u{301}", "\u{200D}", "\u{FE0F}"] {
      #expect(RelativePath.normalized("../\(mark)a.jpg") == nil)
      #expect(RelativePath.normalized("/\(mark)a/./b.jpg") == "\(mark)a/b.jpg")
      #expect("x.y/\(mark)a.jpg".splitAtExtension == ("x.y/\(mark)a", ".jpg"))
      #expect("x.y/\(mark)a".splitAtExtension == ("x.y/\(mark)a", ""))
      #expect("x/\(mark)a".splitAtName == ("x/", "\(mark)a"))
      #expect("x/\(mark)a".path(below: "x") == "\(mark)a")
      #expect("x/\(mark)a".lastPathName == "\(mark)a")
      #expect(GlobPattern("x/*.jpg").matches("x/\(mark)a.jpg"))
    }
    #expect(RelativePath.normalized("a\u{600}/../../b") == nil)
    #expect("a\u{600}//".withoutLastSlashes == "a\u{600}" && "//".withoutLastSlashes == "/")
    #expect("a\u{600}/".asFolder == "a\u{600}/" && "ab".path(below: "a") == nil)
  }

  @Test func startsOfNamesFitInBytes() {
    #expect("abc".prefix(ofBytes: 2) == "ab" && "abc".prefix(ofBytes: 5) == "abc")
    #expect("🇩🇪🇩🇪".prefix(ofBytes: 15) == "🇩🇪" && "🇩🇪".prefix(ofBytes: 7).isEmpty)
  }

  @Test func noLinkLeadsOutOfTheFolder() throws {
    let folder = try Folder()
    let tree = OutputTree(folder.path("out"))
    #expect(try tree.preparedPath(of: "2023/05/a.jpg") == folder.path("out/2023/05/a.jpg"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/2024"), withDestinationPath: folder.path("."))
    #expect(throws: ConversionError.self) { try tree.preparedPath(of: "2024/a.jpg") }
    for path in ["../a.jpg", "/a.jpg", "2023/../../a.jpg", "", "../\u{301}a.jpg"] {
      #expect(throws: ConversionError.self, "\(path)") { try tree.preparedPath(of: path) }
    }
    // The folder itself is the person's choice.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("out"))
    #expect(
      try OutputTree(folder.path("link")).preparedPath(of: "a.jpg") == folder.path("link/a.jpg"))
  }

  // MARK: The budget

  @Test func processesAndMemoryAreShared() {
    let budget = WorkerBudget(processes: 2, memory: 100)
    let use = Mutex((now: 0, most: 0))
    let processes = Mutex((now: 0, most: 0))
    Threads.run(8) { index in
      for round in 0..<200 {
        // One job requests more than the total, and gets all of it.
        let need = index == 0 && round % 50 == 0 ? 1000 : 30 + index * 5
        budget.with(memory: UInt64(need)) {
          processes.withLock { processes in
            processes.now += 1
            processes.most = max(processes.most, processes.now)
          }
          use.withLock { use in
            use.now += min(need, 100)
            use.most = max(use.most, use.now)
          }
          if round % 16 == 0 { usleep(50) }
          use.withLock { $0.now -= min(need, 100) }
          processes.withLock { $0.now -= 1 }
        }
      }
    }
    use.withLock { use in
      #expect(use.now == 0 && use.most <= 100, "\(use)")
    }
    // Two jobs that request 30 and 35 fit at once.
    processes.withLock { #expect($0.now == 0 && $0.most == 2, "\($0)") }
  }

  // MARK: The manifest

  private var record: ManifestRecord {
    var record = ManifestRecord(
      input: "2023/\"IMG\" é\n\u{1F600}.HEIC", outcome: .failed, byteCount: 12, modified: -3)
    record.reason = "is \\ empty\t\u{1}"
    record.sha256 = "ab"
    record.outputs = [
      ManifestRecord.File(path: "a.jpg", byteCount: 5, modified: 1 << 60, sha256: nil),
      ManifestRecord.File(path: "b.jpg", byteCount: 6, modified: 7, sha256: "cd"),
    ]
    record.warnings = ["one", "two"]
    record.seconds = 1.25
    var stages = StageTimes()
    stages[.reading] = .microseconds(1250)
    stages[.encoding] = .seconds(1)
    record.stages = stages
    record.settings = "jpeg"
    record.version = "0.1.0"
    record.run = "x"
    return record
  }

  @Test func aLineIsReadAsItWasWritten() throws {
    let line = record.line
    #expect(line.last == 0x0A && line.dropLast().allSatisfy { $0 != 0x0A })
    #expect(ManifestRecord(line: line) == record)
    for count in 0..<line.count - 1 { #expect(ManifestRecord(line: line.prefix(count)) == nil) }
    // Another parser reads the same.
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    #expect(object["input"] as? String == record.input)
    #expect(object["reason"] as? String == record.reason)
  }

  /// Text that is not JSON, or nests without end, is not a line.
  @Test func whatIsNoLine() {
    for text in ["", "tru", "{}", "[]", "1 1", String(repeating: "[", count: 100_000)] {
      #expect(ManifestRecord(line: Array(text.utf8)) == nil)
    }
    // Keys that are not known may come at any time.
    let more =
      record.line.dropLast(2) + Array(#","more":{"a":[1,-2.5e1,null,"\ud83d\ude00"]}}"#.utf8)
    #expect(ManifestRecord(line: more) == record)
  }

  /// FIPS 180-4, example of one block.
  @Test(.needs("libcrypto") { ContentHash.isAvailable }) func hashesOfContent() throws {
    let folder = try Folder()
    try Data("abc".utf8).write(to: URL(fileURLWithPath: folder.path("abc")))
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try ContentHash.sha256(folder.path("abc")) == hash)
    #expect(try ContentHash.sha256(of: Bytes(Array("abc".utf8))) == hash)
    #expect(try ContentHash.sha256(folder.path("nothing")) == nil)
  }

  /// A run that ends leaves one line for each file, the last one, and no lock.
  @Test func aJournalHasOneLineForEachFile() throws {
    let folder = try Folder()
    let path = folder.path("manifest")
    do {
      let journal = try Journal(path)
      #expect(throws: ConversionError.self, "another run is at work") { try Journal(path) }
      try journal.begin(["a", "b", "c"].map { BegunOutput(input: $0, output: $0 + ".jpg") })
      try journal.append(ManifestRecord(input: "a", outcome: .converted, byteCount: 1, modified: 1))
      try journal.append(ManifestRecord(input: "b", outcome: .failed, byteCount: 1, modified: 1))
    }
    // It did not end, and its last line was not written whole.
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    handle.write(Data(record.line.prefix(40)))
    try handle.close()
    for round in 0..<2 {
      let journal = try Journal(path)
      #expect(journal.count == 2)
      #expect(try journal.isUnsure("a") && !journal.owns("a.jpg", at: folder.path("a.jpg")))
      #expect(try journal.owns("c.jpg", at: folder.path("c.jpg")), "it was begun, and not done")
      guard round == 1 else { continue }
      try journal.append(ManifestRecord(input: "b", outcome: .copied, byteCount: 1, modified: 1))
      try journal.finish()
    }
    let records = Array(try ManifestLines(path))
    #expect(records.map(\.input) == ["a", "b"] && records[1].outcome == .copied)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".")) == ["manifest"])
    let journal = try Journal(path)
    #expect(try !journal.isUnsure("a") && !journal.owns("c.jpg", at: folder.path("c.jpg")))
  }

  /// A run repeats the unfinished work of the one before it, and may be stopped in the middle of that.
  @Test func aJournalIsTakenOverWholeOrNotAtAll() throws {
    let folder = try Folder()
    let path = folder.path("manifest")
    let outputs = (0..<8).map { BegunOutput(input: "\($0).heic", output: "\($0).jpg") }
    do { try Journal(path).begin(outputs) }
    let running = URL(fileURLWithPath: path + ".running")
    let before = try Data(contentsOf: running)
    do { _ = try Journal(path) }
    let after = try Data(contentsOf: running)
    #expect(after.count > before.count)
    for count in before.count...after.count {
      try after.prefix(count).write(to: running)
      let journal = try Journal(path)
      let names = outputs.map(\.output)
      let known = try names.filter { try journal.owns($0, at: folder.path($0)) }
      #expect(known == names, "\(count - before.count) bytes were written")
    }
  }

  /// Records are not kept in memory: they are read again from their offsets, at any length.
  @Test func aJournalKnowsEachRecord() throws {
    let folder = try Folder()
    let path = folder.path("manifest")
    func made(_ number: Int) -> ManifestRecord {
      var record = record
      record.input = "\(number).HEIC"
      record.reason = String(repeating: "é", count: number * 97)
      record.finished = Int64(number)
      record.outputs = [
        ManifestRecord.File(path: "\(number).jpg", byteCount: 3, modified: 4, sha256: nil)
      ]
      return record
    }
    for round in 0..<2 {
      let journal = try Journal(path)
      if round == 0 { for number in 0..<50 { try journal.append(made(number)) } }
      for number in 0..<50 {
        var read = try #require(journal.record(of: "\(number).HEIC"))
        read.run = record.run
        #expect(read == made(number))
      }
      #expect(journal.record(of: "50.HEIC") == nil)
      try journal.finish()
    }
    // The last line about an original states what was done with it.
    let journal = try Journal(path)
    var gone = made(7)
    gone.original = .deleted
    try journal.appendAtOnce(gone)
    #expect(journal.deletedOriginal(of: "7.jpg")?.input == "7.HEIC")
    #expect(journal.deletedOriginal(of: "8.jpg") == nil)
    gone.original = .kept("it came back")
    try journal.append(gone)
    #expect(journal.deletedOriginal(of: "7.jpg") == nil)
    #expect(journal.record(of: "7.HEIC")?.original == .kept("it came back"))
  }

  /// Lines of any length, and a last one without a line feed.
  @Test func linesOfFiles() throws {
    let folder = try Folder()
    let lines = [0, 1, 511, 512, 513, 1 << 17, 0, 1024, 3].enumerated().map {
      [UInt8](repeating: UInt8(ascii: "a") + UInt8($0), count: $1)
    }
    let path = folder.path("lines")
    try Data(lines.joined(separator: [0x0A])).write(to: URL(fileURLWithPath: path))
    let found = Array(try RunFileLines(path))
    #expect(found.map(\.bytes) == lines)
    let file = try AppendFile(path)
    for (offset, line) in found { #expect(try file.line(at: offset) == line) }
    #expect(try file.line(at: file.size) == [])
  }

  /// A power failure may leave names and lines of outputs, and not all of their bytes.
  @Test func aJournalKnowsWhatThePowerCutOff() throws {
    let folder = try Folder()
    let path = folder.path("manifest")
    let outputs = ["whole", "cut", "empty", "edited", "longer"]
    for name in outputs {
      try Data("photo".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
    }
    func write(_ text: String, _ name: String, keepsTime: Bool = true) throws {
      let path = folder.path(name)
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: 0)
      handle.write(Data(text.utf8))
      try handle.close()
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: keepsTime ? 1_600_000_000 : 1)],
        ofItemAtPath: path)
    }
    for name in outputs { try write("photo", name) }
    do {
      let journal = try Journal(path)
      try journal.begin(outputs.map { BegunOutput(input: $0, output: $0) })
      for name in outputs {
        let stamp = try #require(try FileStamp(folder.path(name)))
        var record = ManifestRecord(input: name, outcome: .converted, byteCount: 1, modified: 1)
        record.outputs = [
          ManifestRecord.File(
            path: name, byteCount: stamp.size, modified: stamp.modified, sha256: nil)
        ]
        try journal.append(record)
      }
    }
    try write("pho", "cut")
    try write("", "empty")
    try write("pho", "edited", keepsTime: false)
    try write("photos", "longer")
    let journal = try Journal(path)
    let ours = try outputs.filter { try journal.owns($0, at: folder.path($0)) }
    #expect(ours == ["whole", "cut", "empty"])
    #expect(
      try outputs.filter { try journal.isLeftOver($0, at: folder.path($0)) } == ["cut", "empty"])
    try journal.finish()
    // After a run that ended, incomplete files are not its own.
    let next = try Journal(path)
    #expect(try outputs.filter { try next.owns($0, at: folder.path($0)) } == ["whole"])
  }
}

extension OutputNames {
  /// Outputs that all have one extension: `jpg`.
  fileprivate static func outputs(
    of paths: [String], extension: String, lastCopies: [String: String] = [:]
  ) -> [String] {
    outputs(of: paths, lastCopies: lastCopies) { _ in "." + `extension` }
  }
}
