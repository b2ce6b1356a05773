import Foundation
import TestSupport
import Testing

@testable import Files

/// Nothing is written outside of a folder, even if the names in it change.
@Suite struct RootFolderTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["out", "elsewhere"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
  }

  /// Replaces a folder by a symbolic link.
  private func replaceByLink(_ name: String) throws {
    try FileManager.default.moveItem(
      atPath: folder.path(name), toPath: folder.path(name + "-before"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: folder.path("elsewhere"))
  }

  @Test func missingFoldersAreMade() throws {
    let root = RootFolder(folder.path("new") + "/")
    // A mark is one character with the slash before it, and the slash is one all the same.
    let path = folder.path("new/a/b") + "/\u{301}c.jpg"
    let file = try OutputFile(path, below: root)
    try file.commit(replacing: false, of: [])
    #expect(
      Folder.names(folder.path("new/a/b")).map { Array($0.utf8) } == [Array("\u{301}c.jpg".utf8)])
  }

  @Test(arguments: [true, false]) func aFolderThatBecomesALinkLeadsNowhere(
    replacing: Bool
  ) throws {
    let root = RootFolder(folder.path("out"))
    let path = folder.path("out/sub/a.jpg")
    if replacing { try OutputFile(path, below: root).commit(replacing: false, of: []) }
    let file = try OutputFile(path, below: root)
    try replaceByLink("out/sub")
    try file.commit(replacing: replacing, of: [])
    #expect(Folder.names(folder.path("elsewhere")).isEmpty)
    #expect(Folder.names(folder.path("out/sub-before")) == ["a.jpg"])
  }

  @Test func theFolderItselfIsOpenedOnce() throws {
    let root = RootFolder(folder.path("out"))
    _ = try root.folder(of: folder.path("out/a.jpg"))
    try replaceByLink("out")
    try OutputFile(folder.path("out/sub/a.jpg"), below: root).commit(replacing: false, of: [])
    let original = try folder.write(Data([1]), to: "original")
    try link(original, as: folder.path("out/sub/b.jpg"), below: root)
    #expect(Folder.names(folder.path("elsewhere")).isEmpty)
    #expect(Folder.names(folder.path("out-before/sub")) == ["a.jpg", "b.jpg"])
  }

  @Test func linksAndFilesAreNoFolders() throws {
    let root = RootFolder(folder.path("out"))
    _ = try folder.write(Data(), to: "out/file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/link"), withDestinationPath: folder.path("elsewhere"))
    func message(_ path: String) -> String? {
      do throws(SystemError) {
        _ = try root.folder(of: folder.path(path))
        return nil
      } catch { return "\(error)" }
    }
    #expect(try #require(message("out/link/a.jpg")).contains("is a symbolic link"))
    #expect(try #require(message("out/file/a.jpg")).hasSuffix("is not a folder"))
    for path in ["elsewhere/a.jpg", "out", "out/../elsewhere/a.jpg", "out/./a.jpg"] {
      #expect(try #require(message(path)).contains("would be outside"), "\(path)")
    }
    #expect(Folder.names(folder.path("elsewhere")).isEmpty)
  }

  /// Neither a file that is read nor the end of a file that is written is behind a link.
  @Test func nothingBehindALinkIsOpened() throws {
    let root = RootFolder(folder.path("out"))
    try FileManager.default.createDirectory(
      atPath: folder.path("out/a"), withIntermediateDirectories: true)
    for name in ["out/a/b.txt", "elsewhere/b.txt"] {
      try Data(name.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
    }
    _ = try root.file(folder.path("out/a/b.txt"))
    try AppendFile(folder.path("out/a/b.txt"), below: root).append([0x21])
    try replaceByLink("out/a")
    #expect(throws: SystemError.self) { _ = try root.file(folder.path("out/a/b.txt")) }
    #expect(throws: SystemError.self) {
      _ = try AppendFile(folder.path("out/a/b.txt"), below: root)
    }
    #expect(throws: SystemError.self) { try root.remove(folder.path("out/a/b.txt")) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/c.txt"), withDestinationPath: "../elsewhere/b.txt")
    #expect(throws: SystemError.self) { _ = try root.file(folder.path("out/c.txt")) }
    #expect(
      try String(contentsOfFile: folder.path("elsewhere/b.txt"), encoding: .utf8)
        == "elsewhere/b.txt")
  }

  @Test func theFileBehindALinkIsFound() throws {
    let file = folder.path("elsewhere/a.txt")
    try Data().write(to: URL(fileURLWithPath: file))
    for (name, target) in [("one", "two"), ("two", "../elsewhere/a.txt"), ("loop", "loop")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("out/\(name)"), withDestinationPath: target)
    }
    #expect(try pathBehindLink(file) == file)
    #expect(try pathBehindLink(folder.path("out/one")) == folder.path("out/../elsewhere/a.txt"))
    #expect(try pathBehindLink(folder.path("out/none")) == nil)
    #expect(throws: SystemError.self) { _ = try pathBehindLink(folder.path("out/loop")) }
  }
}
