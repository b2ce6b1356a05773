import FieldCoding
import Files
import Foundation
import TestSupport
import Testing

/// Files that appear whole or not at all.
@Suite struct OutputFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  @Test func untilItIsCommittedThereIsNothing() throws {
    do {
      let file = try OutputFile(folder.path("a"))
      try file.write(Bytes(Array("new".utf8)))
      #expect(try Array(file.source().bytes) == Array("new".utf8))
      #expect(folder.names.filter { !$0.hasPrefix(".a.") } == [])
    }
    // Without publishing, there is no file either.
    #expect(folder.names == [])
    let file = try OutputFile(folder.path("a"))
    try file.write(Bytes(Array("new".utf8)))
    try file.commit(replacing: false, of: [])
    #expect(folder.names == ["a"])
    #expect(try text("a") == "new")
  }

  /// Short and long segments, from the file, from another one and new, are at the right offsets.
  @Test func segmentsAreWrittenInOrder() throws {
    let old = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let path = try folder.write(Data(old), to: "old")
    let original = try OpenFile.reading(path)
    let (source, other) = (try original.source(path).bytes, Bytes(old.reversed()))
    var writer = ByteWriter()
    writer.write([1, 2, 3])
    for start in stride(from: 0, to: 30_000, by: 700) {
      for (bytes, count) in [(source, 5), (other, 9), (source, 6000), (other, 5000), (source, 3)] {
        writer.write(uncopied: try #require(bytes.part(start..<start + count)))
      }
      writer.write([UInt8](repeating: 9, count: start == 700 ? 1 << 20 : 2))
    }
    let file = try OutputFile(folder.path("new"))
    try file.write(writer, of: source.source, in: original)
    #expect(try file.source().bytes.elementsEqual(writer.bytes))
  }

  @Test(arguments: [true, false]) func whatIsThereGoesOnRequestAlone(isReplaced: Bool) throws {
    _ = try folder.write(Data("old".utf8), to: "a")
    do {
      let file = try OutputFile(folder.path("a"))
      try file.write(Bytes(Array("new".utf8)))
      #expect(try text("a") == "old")
      if isReplaced {
        try file.commit(replacing: true, of: [])
      } else {
        let error = #expect(throws: SystemError.self) { try file.commit(replacing: false, of: []) }
        #expect(error?.code == EEXIST)
      }
    }
    #expect(try text("a") == (isReplaced ? "new" : "old"))
    #expect(folder.names == ["a"])
  }

  /// A program that has the old file open can still read it.
  @Test func thoseWhoReadTheOldFileKeepIt() throws {
    _ = try folder.write(Data("old".utf8), to: "a")
    let old = try ByteSource(mapping: folder.path("a"))
    let handle = try OpenFile.reading(folder.path("a"))
    let file = try OutputFile(folder.path("a"))
    try file.write(Bytes(Array("much longer".utf8)))
    try file.commit(replacing: true, of: [])
    #expect(Array(old.bytes) == Array("old".utf8) && old.problem == nil)
    #expect(try handle.nameCount() == 0)
    #expect(try !handle.isSame(as: OpenFile.reading(folder.path("a"))))
  }

  @Test func anotherNameInAnotherFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("sub"), withIntermediateDirectories: true)
    let file = try OutputFile(folder.path("a"))
    try file.write(Bytes([1]))
    try file.commit(as: folder.path("sub/b"), replacing: false, of: [])
    #expect(folder.names == ["sub"] && Folder.names(folder.path("sub")) == ["b"])
  }

  /// A link is replaced, and its target stays.
  @Test func linksAreNotFollowed() throws {
    _ = try folder.write(Data("old".utf8), to: "a")
    for name in ["link", "dangling"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: name == "link" ? "a" : "nowhere")
      let file = try OutputFile(folder.path(name))
      try file.write(Bytes(Array("new".utf8)))
      #expect(throws: SystemError.self) { try file.commit(replacing: false, of: []) }
      try file.commit(replacing: true, of: [])
      #expect(try text(name) == "new")
    }
    #expect(try text("a") == "old")
    #expect(folder.names == ["a", "dangling", "link"])
  }

  @Test(.needs("mkfifo")) func pipesAndDevicesAreNotReplaced() throws {
    #expect(try InstalledProgram.run("mkfifo", [folder.path("pipe")]).code == 0)
    for path in [folder.path("pipe"), "/dev/null"] {
      let error = #expect(throws: SystemError.self) { _ = try OutputFile(path) }
      #expect(error?.what.hasSuffix("is not a regular file, and cannot be replaced") == true)
    }
  }

  @Test func aFolderThatIsNotThere() {
    let error = #expect(throws: SystemError.self) { _ = try OutputFile(folder.path("no/a")) }
    #expect(error?.code == ENOENT)
  }

  /// Hidden files of a killed program are removed; those of a running one stay.
  @Test func whatAKilledProgramLeft() throws {
    _ = try folder.write(Data("old".utf8), to: "a")
    let names = [".a.1.boxwalk", ".a.2.boxwalk", ".b.3.boxwalk", ".a.4.other"]
    for name in names { _ = try folder.write(Data("x".utf8), to: name) }
    let writer = try AppendFile(folder.path(names[1]))
    #expect(try writer.lock())
    let file = try OutputFile(folder.path("a"))
    try file.write(Bytes([1]))
    try file.commit(replacing: true, of: [])
    #expect(folder.names == [".a.2.boxwalk", ".a.4.other", ".b.3.boxwalk", "a"])
  }

  /// A folder is looked through once, however many outputs it gets: its names are read no second time.
  @Test func aFolderIsLookedThroughOnce() throws {
    for name in ["a", "b"] {
      _ = try folder.write(Data("old".utf8), to: name)
      _ = try folder.write(Data("x".utf8), to: ".\(name).1.boxwalk")
      let file = try OutputFile(folder.path(name))
      try file.write(Bytes([1]))
      try file.commit(replacing: true, of: [])
    }
    #expect(folder.names == [".b.1.boxwalk", "a", "b"])
  }

  // MARK: - Writing

  /// New bytes and old ones, the latter from file to file; holes stay holes.
  @Test func oldAndNewBytes() throws {
    let path = try folder.write(Data(), to: "old")
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data(repeating: 7, count: 5000))
    try handle.seek(toOffset: 64 << 20)
    try handle.write(contentsOf: Data(repeating: 9, count: 5000))
    try handle.close()
    let file = try OpenFile.reading(path)
    let source = try file.source(path)
    var writer = ByteWriter()
    writer.write([1, 2, 3])
    writer.write(source.bytes)
    writer.write([4])
    let output = try OutputFile(folder.path("new"))
    var progress: [Int] = []
    try output.write(writer, of: source, in: file) { progress.append($0) }
    try output.commit(replacing: false, of: [])
    let new = try Data(contentsOf: URL(fileURLWithPath: folder.path("new")))
    #expect(new == Data([1, 2, 3]) + (try Data(contentsOf: URL(fileURLWithPath: path))) + [4])
    #expect(progress.last == new.count && progress == progress.sorted())
    #if os(Linux)
      // In blocks of 512 bytes, for any block size of the file system.
      var status = stat()
      // `status` outlives the call, which fills it.
      #expect(unsafe stat(folder.path("new"), &status) == 0)
      #expect(status.st_blocks * 512 < 1 << 20)
    #endif
  }

  @Test func attributesOfTheOldFile() throws {
    let path = try folder.write(Data("old".utf8), to: "old")
    let time = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: time, .posixPermissions: 0o640], ofItemAtPath: path)
    let output = try OutputFile(folder.path("new"))
    try output.takeAttributes(of: OpenFile.reading(path))
    try output.commit(replacing: false, of: [])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("new"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(attributes[.modificationDate] as? Date == time)
    #expect(try FileStamp(folder.path("new"))?.modified == 1_000_000_000_000_000_000)
  }

  // MARK: - Folders

  @Test func aFolderAppearsWithAllItsFiles() throws {
    let output = OutputFolder(folder.path("new") + "/")
    try output.commit(of: []) { target in
      for name in ["a", "b"] {
        let file = try output.file(name)
        try file.commit(as: target + name, replacing: false, of: [])
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
    }
    #expect(folder.names == ["new"] && Folder.names(folder.path("new")) == ["a", "b"])
  }

  @Test func aFolderThatFailsIsNone() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try OutputFolder(folder.path("new")).commit(of: []) { target in
        try Data("x".utf8).write(to: URL(fileURLWithPath: target + "a"))
        throw Failure()
      }
    }
    #expect(folder.names == [])
    // A file or a folder at that path is not replaced.
    _ = try folder.write(Data(), to: "new")
    #expect(throws: SystemError.self) {
      try OutputFolder(folder.path("new")).commit(of: []) { _ in }
    }
    #expect(folder.names == ["new"])
  }

  // MARK: Paths

  @Test func whatCannotBeReplacedIsNotPromised() throws {
    let file = try folder.write(Data(), to: "a")
    func problem(_ path: String, isReplacing: Bool = false) -> String {
      do throws(SystemError) {
        try OutputPath.check(path, of: [], isReplacing: isReplacing)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(problem(file) == "\(file) exists; --force replaces it")
    #expect(problem(file, isReplacing: true) == "")
    #expect(problem(folder.path("b")) == "")
    for isReplacing in [true, false] {
      let path = folder.url.path
      #expect(
        problem(path, isReplacing: isReplacing)
          == "\(path) is a folder, and a file is written: name a file")
      #expect(problem(folder.path("c") + "/", isReplacing: isReplacing).contains("of a folder"))
      #expect(problem("", isReplacing: isReplacing) == "the name of the output is empty")
    }
    #expect(throws: SystemError.self) {
      try OutputPath.check(file, of: [file], isReplacing: true)
    }
  }

  #if os(Linux)
    /// No message has a hidden name, which the user does not know.
    @Test func aPathWhereNothingCanBeIsNamed() {
      func problem(_ make: () throws -> Void) -> String {
        do {
          try make()
          return ""
        } catch {
          return "\(error)"
        }
      }
      let words = "/proc/a cannot be written: there is no such file or folder"
      #expect(problem { _ = try OutputFile("/proc/a") } == words)
      #expect(problem { try OutputFolder("/proc/a").commit(of: []) { _ in } } == words)
    }
  #endif
}
