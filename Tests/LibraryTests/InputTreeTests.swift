import FieldCoding
import Files
import Foundation
import TestSupport
import Testing

@testable import Library

/// Nothing outside of a folder that was named is read, even if the names in it change.
@Suite struct InputTreeTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    for (name, content) in [("photos/sub", "p"), ("elsewhere", "e")] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name + "/deep"), withIntermediateDirectories: true)
      for file in ["a.jpg", "deep/b.jpg"] {
        _ = try folder.write(Data(content.utf8), to: "\(name)/\(file)")
      }
    }
  }

  private func replaceByLink(_ name: String, to target: String) throws {
    try FileManager.default.moveItem(
      atPath: folder.path(name), toPath: folder.path("before"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: folder.path(target))
  }

  /// What each way to open a file reads.
  private func contents(_ path: String) -> [String?] {
    [
      try? ByteSource(mapping: path).bytes, try? OpenFile.reading(path).source(path).bytes,
      try? BytePath(Array(path.utf8)).reading().source(path).bytes,
    ].map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  private func list(_ root: String) -> [String] {
    InputTree(root, extensions: ["jpg"]).paths.map { root + "/" + $0 }
  }

  @Test(arguments: [("photos/sub", "elsewhere"), ("photos/sub/deep", "elsewhere/deep")])
  func aFolderThatBecomesALinkLeadsNowhere(name: String, target: String) throws {
    let paths = list(folder.path("photos"))
    #expect(paths.count == 2)
    for path in paths { #expect(contents(path) == ["p", "p", "p"]) }
    try replaceByLink(name, to: target)
    for path in paths where path.hasPrefix(folder.path(name)) {
      #expect(contents(path) == [nil, nil, nil])
      #expect(throws: SystemError.self) {
        try Files.link(path, as: folder.path("linked"))
      }
      do {
        _ = try OpenFile.reading(path)
      } catch {
        #expect(
          "\(error)"
            == "\(folder.path(name)): is a symbolic link, which is not followed in a folder")
      }
    }
  }

  @Test func theNamedFolderItselfMayNotBecomeALink() throws {
    let paths = list(folder.path("photos"))
    try replaceByLink("photos", to: "elsewhere")
    for path in paths { #expect(contents(path) == [nil, nil, nil]) }
  }

  @Test func aFileThatBecomesALinkLeadsNowhere() throws {
    let paths = list(folder.path("photos/sub") + "//")
    try replaceByLink("photos/sub/a.jpg", to: "elsewhere/a.jpg")
    let path = try #require(paths.first { $0.hasSuffix("a.jpg") })
    #expect(contents(path) == [nil, nil, nil])
  }

  /// The folder is replaced after its parent was listed, and before it is listed itself.
  @Test func aFolderThatBecomesALinkIsNotListed() throws {
    let root = folder.path("photos")
    let tree = InputTree(root, extensions: ["jpg"]) { path in
      if path.hasSuffix("/sub/deep") {
        #expect(throws: Never.self) { try replaceByLink("photos/sub/deep", to: "elsewhere/deep") }
      }
    }
    #expect(tree.paths == ["sub/a.jpg"])
    #expect(
      tree.problems.map { $0.contains("is a symbolic link, which is not followed") } == [true])
  }

  @Test func namedLinksAreFollowed() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("photos"))
    let paths = list(folder.path("link"))
    #expect(paths.count == 2)
    for path in paths { #expect(contents(path) == ["p", "p", "p"]) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("photos/out"), withDestinationPath: folder.path("elsewhere"))
    _ = list(folder.path("photos"))
    #expect(contents(folder.path("photos/out/a.jpg")) == ["e", "e", "e"])
  }

  /// A name that says nothing of what a file is, or names another container, leaves that to the content.
  @Test func contentDecidesWhereNamesSayNothing() throws {
    func boxes(_ brand: String) -> Data {
      Data([0, 0, 0, 16]) + Data("ftyp\(brand)".utf8) + Data(count: 4)
    }
    let matroska = Data([0x1A, 0x45, 0xDF, 0xA3]) + Data(count: 60)
    let files: [(String, Data)] = [
      ("a.mp4", boxes("isom")), ("b.xyz", boxes("isom")), ("c", boxes("mp42")),
      ("d.mkv", boxes("isom")), ("e.mkv", matroska), ("f.dat", matroska), ("g.foo", boxes("heic")),
      ("h.bar", Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(count: 60)), ("i.txt", boxes("isom")),
      ("j.part", boxes("isom")), ("k.unknown", Data("no media".utf8)), ("l.avi", Data()),
    ]
    try FileManager.default.createDirectory(
      atPath: folder.path("mixed"), withIntermediateDirectories: true)
    for (name, bytes) in files { _ = try folder.write(bytes, to: "mixed/\(name)") }
    let movies = InputTree(folder.path("mixed"), extensions: ["mp4"])
    #expect(movies.paths == ["a.mp4", "b.xyz", "c", "d.mkv"])
    #expect(movies.otherMovies == ["e.mkv", "f.dat", "l.avi"])
    let photos = InputTree(folder.path("mixed"), extensions: ["heic", "jpg"])
    #expect(photos.paths == ["g.foo", "h.bar"])
  }
}
