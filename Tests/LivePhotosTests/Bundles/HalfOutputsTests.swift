import Files
import Foundation
import ISOBMFF
import LivePhotos
import TestSupport
import Testing

/// Either both halves are written, or none.
@Suite struct HalfOutputsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func write(
    leaving left: String? = nil, replacing replaces: Bool = false, _ between: () throws -> Void
  ) throws {
    let outputs = try LivePhotoOutputs(
      still: folder.path("new/a.heic"), movie: folder.path("new/a.mov"),
      leaving: left, replacing: replaces)
    try outputs.still.write(Bytes(Array("still".utf8)))
    try outputs.movie.write(Bytes(Array("movie".utf8)))
    try between()
    try outputs.commit(of: [])
  }

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: folder.path("new/" + name)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func put(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("new/" + name)))
  }

  @Test func both() throws {
    try write {}
    #expect(text("a.heic") == "still" && text("a.mov") == "movie")
    #expect(Folder.names(folder.path("new")) == ["a.heic", "a.mov"])
    // Both are there already.
    #expect(throws: LiveError.self) { try write {} }
    try write(replacing: true) {}
  }

  /// A half that came in the meantime is kept if it has the same bytes; if it has others, no half is added to it.
  @Test(arguments: ["a.heic", "a.mov"]) func oneThatIsThere(name: String) throws {
    let same = name == "a.heic" ? "still" : "movie"
    try write { try put(same, name) }
    #expect(text("a.heic") == "still" && text("a.mov") == "movie")
    for name in ["a.heic", "a.mov"] {
      try FileManager.default.removeItem(atPath: folder.path("new/" + name))
    }
    let error = #expect(throws: LiveError.self) { try write { try put("other", name) } }
    #expect(error?.message == "exists, and is not replaced")
    #expect(error?.path == folder.path("new/" + name))
    #expect(Folder.names(folder.path("new")) == [name] && text(name) == "other")
  }

  @Test func oneThatStays() throws {
    try write(leaving: folder.path("new/a.mov")) {}
    #expect(Folder.names(folder.path("new")) == ["a.heic"])
  }

  /// Another error than that of a name that is taken is what is said.
  @Test func otherErrors() throws {
    let error = #expect(throws: (any Error).self) {
      try write { try FileManager.default.removeItem(atPath: folder.path("new")) }
    }
    #expect(error.map { "\($0)".contains("exists") } == false)
  }
}
