import Editing
import FieldCoding
import Files
import Foundation
import TestSupport
import Testing

/// An edited file appears whole or not at all, and nothing else in its folder changes.
struct WritingTests: ~Copyable {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "boxwalk-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// A copy of a sample as a separate file.
  private func copy(_ sample: String, as name: String) throws -> String {
    let file = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + sample) })
    try Data(contentsOf: URL(filePath: file)).write(to: URL(filePath: path(name)))
    return path(name)
  }

  @Test func newFiles() throws {
    let old = try Data(contentsOf: URL(filePath: copy("clip-h264.mp4", as: "a.mp4")))
    let original = try OriginalFile(path("a.mp4"))
    let edited = try original.flipped()
    try edited.write(to: path("new/b.mp4"), from: original)
    #expect(try data("a.mp4") == old)
    #expect(try Array(data("new/b.mp4")) == Array(edited.written.read()))
    #expect(try names == ["a.mp4", "new"])
  }

  @Test func whatIsThereStays() throws {
    _ = try copy("clip-h264.mp4", as: "a.mp4")
    try Data([1]).write(to: URL(filePath: path("b.mp4")))
    try FileManager.default.linkItem(atPath: path("a.mp4"), toPath: path("link.mp4"))
    let original = try OriginalFile(path("a.mp4"))
    let edited = try original.flipped()
    for name in ["a.mp4", "link.mp4", "b.mp4"] {
      let error = #expect(throws: EditError.self) {
        try edited.write(to: path(name), from: original, replacing: name != "b.mp4")
      }
      #expect(error?.kind == .fileExists)
    }
    #expect(try data("b.mp4") == Data([1]))
    try edited.write(to: path("b.mp4"), from: original, replacing: true)
    #expect(try data("b.mp4").count == edited.written.count)
    #expect(try names == ["a.mp4", "b.mp4", "link.mp4"])
  }

  @Test func whatACheckRefusesDoesNotAppear() throws {
    _ = try copy("clip-h264.mp4", as: "a.mp4")
    let old = try data("a.mp4")
    let original = try OriginalFile(path("a.mp4"))
    for edited in [try original.flipped(), try original.longer()] {
      let refusal = EditError(.proofFailed, "no")
      #expect(throws: refusal) {
        try edited.write(
          to: path("b.mp4"), from: original, check: { (_) throws(EditError) in throw refusal })
      }
      #expect(throws: refusal) {
        try edited.replace(original, check: { (_) throws(EditError) in throw refusal })
      }
    }
    #expect(try data("a.mp4") == old)
    #expect(try names == ["a.mp4"])
  }

  @Test(arguments: [true, false])
  func originalsAreReplaced(isInPlace: Bool) throws {
    _ = try copy("clip-h264.mp4", as: "a.mp4")
    try FileManager.default.createSymbolicLink(
      atPath: path("link.mp4"), withDestinationPath: "a.mp4")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path("a.mp4"))
    let original = try OriginalFile(path("link.mp4"))
    let edited = isInPlace ? try original.flipped() : try original.longer()
    let number = try inode("a.mp4")
    try edited.replace(original)
    #expect(try Array(data("a.mp4")) == Array(edited.written.read()))
    #expect(try (inode("a.mp4") == number) == isInPlace)
    let attributes = try FileManager.default.attributesOfItem(atPath: path("a.mp4"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path("link.mp4")) == "a.mp4")
    #expect(try names == ["a.mp4", "link.mp4"])
  }

  /// Some programs restore the modification time after they have changed a file, as `exiftool -P` does.
  @Test(arguments: [true, false])
  func aChangeThatKeepsTheTimeIsNotLost(isInPlace: Bool) throws {
    let path = try copy("clip-h264.mp4", as: "a.mp4")
    let original = try OriginalFile(path)
    let edited = isInPlace ? try original.flipped() : try original.longer()
    let error = #expect(throws: EditError.self) {
      try edited.replace(
        original,
        check: { (_) throws(EditError) in
          do throws(any Error) {
            let (stamp, times) = try (FileStamp(path), original.file.times())
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seek(toOffset: 1000)
            try file.write(contentsOf: Data("newer".utf8))
            try times.set(file.fileDescriptor, path)
            #expect(try FileStamp(path) == stamp)
          } catch {
            Issue.record("\(error)")
          }
        })
    }
    #expect(error?.kind == .fileChanged)
    #expect(try data("a.mp4")[1000..<1005] == Data("newer".utf8))
    #expect(try names == ["a.mp4"])
  }

  /// Another program replaces a folder by a link after a file was found and before it is written.
  @Test(arguments: [true, false])
  func foldersThatBecomeLinksLeadNowhere(isInPlace: Bool) throws {
    for name in ["in", "outside"] {
      try FileManager.default.createDirectory(
        atPath: path(name + "/a"), withIntermediateDirectories: true)
      _ = try copy("clip-h264.mp4", as: name + "/a/a.mp4")
    }
    let old = try data("outside/a/a.mp4")
    let root = RootFolder(path("in"))
    let file = path("in/a/a.mp4")
    func edit(_ swap: () throws -> Void, _ output: String? = nil) throws {
      let original = try OriginalFile(file, below: root)
      let edited = isInPlace ? try original.flipped() : try original.longer()
      let check = { (_: Bytes) throws(EditError) in
        do throws(any Error) { try swap() } catch { Issue.record("\(error)") }
      }
      if let output {
        try edited.write(
          to: output, from: original, below: root, replacing: false, isSynced: true, check: check)
      } else {
        try edited.replace(original, check: check)
      }
      let new = try data("in/moved/" + (output == nil ? "a.mp4" : "b.mp4"))
      #expect(try Array(new) == Array(edited.written.read()))
    }
    let (move, back) = (path("in/moved"), path("in/a"))
    let swap = {
      try FileManager.default.moveItem(atPath: back, toPath: move)
      try FileManager.default.createSymbolicLink(
        atPath: back, withDestinationPath: "../outside/a")
    }
    try edit(swap, path("in/a/b.mp4"))
    try FileManager.default.removeItem(atPath: back)
    try FileManager.default.moveItem(atPath: move, toPath: back)
    try edit(swap)
    #expect(try data("outside/a/a.mp4") == old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("outside/a")) == ["a.mp4"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: move).sorted() == ["a.mp4", "b.mp4"])
    // A folder that is a link already is not entered, and neither is a file that is one.
    #expect(throws: EditError.self) { try edit({}) }
    try FileManager.default.removeItem(atPath: back)
    try FileManager.default.createDirectory(atPath: back, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: "../../outside/a/a.mp4")
    #expect(throws: EditError.self) { try edit({}) }
    #expect(try data("outside/a/a.mp4") == old)
  }

  /// Folders are made below the folder of a run only, and only for outputs.
  @Test func noFolderIsMadeElsewhere() throws {
    for name in ["in", "outside"] {
      try FileManager.default.createDirectory(
        atPath: path(name), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: path("in/link"), withDestinationPath: "../outside")
    let root = RootFolder(path("in"))
    #expect(throws: EditError.self) {
      _ = try OriginalFile(path("in/missing/a.mp4"), below: root)
    }
    _ = try copy("clip-h264.mp4", as: "in/a.mp4")
    let original = try OriginalFile(path("in/a.mp4"), below: root)
    let edited = try original.flipped()
    func write(_ output: String) throws {
      try edited.write(
        to: path(output), from: original, below: root, replacing: false, isSynced: true,
        check: { (_) throws(EditError) in })
    }
    #expect(throws: EditError.self) { try write("in/link/new/b.mp4") }
    try write("in/new/b.mp4")
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        == ["in", "in/a.mp4", "in/link", "in/new", "in/new/b.mp4", "outside"])
  }

  private func inode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.systemFileNumber] as? Int
  }

  /// A hard link is another name of the same bytes: its owner did not request this edit.
  @Test(arguments: [true, false])
  func otherNamesKeepTheirBytes(isInPlace: Bool) throws {
    _ = try copy("clip-h264.mp4", as: "a.mp4")
    try FileManager.default.linkItem(atPath: path("a.mp4"), toPath: path("other.mp4"))
    let old = try data("a.mp4")
    let original = try OriginalFile(path("a.mp4"))
    let edited = isInPlace ? try original.flipped() : try original.longer()
    try edited.replace(original)
    #expect(try data("other.mp4") == old)
    #expect(try Array(data("a.mp4")) == Array(edited.written.read()))
  }

  /// What a killed program left of the same file goes, even where nothing new is written beside it; what it left of others
  /// stays.
  @Test(arguments: [true, false]) func leftoversGo(isInPlace: Bool) throws {
    let file = try copy("clip-h264.mp4", as: "a.mp4")
    for name in [".a.mp4.1.boxwalk", ".b.mp4.1.boxwalk"] {
      try Data([1]).write(to: URL(filePath: path(name)))
    }
    let original = try OriginalFile(file)
    try (isInPlace ? original.flipped() : original.longer()).replace(original)
    #expect(try names == [".b.mp4.1.boxwalk", "a.mp4"])
  }

  /// An edit without changes writes nothing, so that nothing can be lost.
  @Test(arguments: [true, false]) func anEditWithoutAChangeWritesNothing(hasOtherName: Bool) throws
  {
    let file = try copy("clip-h264.mp4", as: "a.mp4")
    if hasOtherName {
      try FileManager.default.linkItem(atPath: path("a.mp4"), toPath: path("other.mp4"))
    }
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o440, .modificationDate: time], ofItemAtPath: file)
    let number = try inode("a.mp4")
    let original = try OriginalFile(file)
    try Edit(original.bytes).finished().replace(original)
    #expect(try inode("a.mp4") == number)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.modificationDate] as? Date == time)
  }

  enum Change: CaseIterable { case appended, overwritten, replaced, deleted }

  /// Changes of another program during the edit are not reverted.
  @Test(arguments: Change.allCases, [true, false])
  func newerFilesStay(change: Change, isInPlace: Bool) throws {
    let file = try copy("clip-h264.mp4", as: "a.mp4")
    let original = try OriginalFile(file)
    let edited = isInPlace ? try original.flipped() : try original.longer()
    switch change {
    case .appended:
      let handle = try FileHandle(forWritingTo: URL(filePath: file))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data([7]))
      try handle.close()
    case .overwritten:
      let handle = try FileHandle(forWritingTo: URL(filePath: file))
      try handle.write(contentsOf: Data([0, 0, 0, 0x1C]))
      try handle.close()
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 5)], ofItemAtPath: file)
    case .replaced: try Data([1, 2, 3]).write(to: URL(filePath: file), options: .atomic)
    case .deleted: try FileManager.default.removeItem(atPath: file)
    }
    let newer = try? data("a.mp4")
    let error = #expect(throws: EditError.self) { try edited.replace(original) }
    #expect(error?.kind == .fileChanged || change == .deleted)
    #expect((try? data("a.mp4")) == newer)
    #expect(try names == (change == .deleted ? [] : ["a.mp4"]))
    guard change == .appended || change == .overwritten else { return }
    let other = #expect(throws: EditError.self) {
      try edited.write(to: path("b.mp4"), from: original)
    }
    #expect(other?.kind == .fileChanged)
    #expect(try names == ["a.mp4"])
  }

  @Test func whatIsNoFileIsRefused() throws {
    func error(_ path: String) -> EditError? {
      do throws(EditError) {
        _ = try OriginalFile(path)
        return nil
      } catch { return error }
    }
    #expect(error(path("missing.mp4"))?.kind == .system(errno: ENOENT))
    #expect(error(folder.path)?.kind == .wrongFile)
    #expect(error("/dev/null")?.kind == .wrongFile)
  }
}

extension OriginalFile {
  /// A flipped movie: its matrix is changed in place.
  func flipped() throws -> EditedFile {
    var edit = Edit(bytes)
    try edit.rotate(.flipHorizontally)
    return try edit.finished()
  }

  /// A movie whose description is moved after its media data: everything is written again.
  func longer() throws -> EditedFile {
    var edit = Edit(bytes)
    try edit.moveMovie(to: .last)
    return try edit.finished()
  }
}
