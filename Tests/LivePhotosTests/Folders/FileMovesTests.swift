import Files
import Foundation
import Testing

@testable import LivePhotos

/// Moves of files, and what undoes them.
@Suite struct FileMovesTests {
  private let folder: LibraryFolder

  init() throws { folder = try LibraryFolder() }

  private func path(_ name: String) -> LibraryPath { LibraryPath(folder.path + "/" + name) }

  private func move(_ from: String, _ to: String) throws -> FileMoves.Move {
    let status = try #require(try BytePath(path(from).bytes).status())
    return FileMoves.Move(
      from: path(from), to: path(to), inode: status.inode, modified: status.modified,
      size: status.size)
  }

  private func content(_ name: String) -> String? {
    FileManager.default.contents(atPath: folder.path + "/" + name).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The failures of moves, by the names of the files. Each move is reported.
  private func failures(_ run: ((FileMoves.Move, String?) -> Void) -> Int) -> (
    Int, [String: String]
  ) {
    var failures: [String: String] = [:]
    var moved = 0
    let count = run { move, failure in
      failures[("\(move.from)" as NSString).lastPathComponent] = failure
      if failure == nil { moved += 1 }
    }
    #expect(moved == count)
    return (count, failures)
  }

  @Test func theyAreDoneAndUndone() throws {
    try folder.write(Array("one".utf8), to: "one.heic")
    try folder.write(Array("two".utf8), to: "b/two.mov")
    let moves = FileMoves([
      try move("one.heic", "2024/05/one.heic"), try move("b/two.mov", "2024/06/new.mov"),
    ])
    let done = failures(moves.apply)
    #expect(done.0 == 2 && done.1.isEmpty)
    #expect(content("2024/05/one.heic") == "one" && content("2024/06/new.mov") == "two")
    #expect(content("one.heic") == nil && content("b/two.mov") == nil)
    // What the undo file says is what was done.
    let read = try #require(FileMoves(lines: moves.lines()))
    #expect(read.moves == moves.moves)
    let undone = failures(read.undo)
    #expect(undone.0 == 2 && undone.1.isEmpty)
    #expect(content("one.heic") == "one" && content("b/two.mov") == "two")
    // Folders of months and years that are empty then are removed, and no others.
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/2024"))
    #expect(FileManager.default.fileExists(atPath: folder.path + "/b"))
    // Nothing is left to do.
    let again = failures(read.undo)
    #expect(again.0 == 0 && again.1.isEmpty)
  }

  @Test func noFileIsReplacedAndNoOtherFileMoved() throws {
    for name in ["taken", "changed", "longer", "gone", "good"] {
      try folder.write(Array(name.utf8), to: name)
    }
    try folder.write(Array("old".utf8), to: "new/taken")
    var moves = try ["taken", "changed", "longer", "gone", "good"].map { try move($0, "new/" + $0) }
    // Another inode, and another time by more than two seconds.
    moves[1].inode += 1
    moves[1].modified += 2_000_000_001
    moves[2].size += 1
    try FileManager.default.removeItem(atPath: folder.path + "/gone")
    let (count, failed) = failures(FileMoves(moves).apply)
    #expect(count == 1)
    #expect(failed["taken"] == "\(path("new/taken")) exists")
    #expect(failed["changed"] == "is another file than it was")
    #expect(failed["longer"] == "is another file than it was")
    #expect(failed["gone"] == "is not there" && failed["good"] == nil && failed.count == 4)
    #expect(content("new/taken") == "old" && content("taken") == "taken")
    #expect(content("changed") == "changed" && content("longer") == "longer")
    #expect(content("new/good") == "good")
  }

  /// A link in the folder that was named leads out of it.
  @Test func noLinkIsFollowed() throws {
    for name in ["a", "b"] { try folder.write(Array(name.utf8), to: name) }
    try folder.write([], to: "elsewhere/file")
    try folder.write([], to: "out/file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/out/2024", withDestinationPath: folder.path + "/elsewhere")
    var moves = FileMoves([try move("a", "out/2024/05/a"), try move("b", "out/2025/05/b")])
    moves.root = RootFolder(folder.path + "/out")
    let (count, failed) = failures(moves.apply)
    #expect(count == 1 && failed["a"]?.contains("is a symbolic link") == true)
    #expect(content("a") == "a" && content("elsewhere/05/a") == nil)
    #expect(content("out/2025/05/b") == "b" && content("b") == nil)
  }

  /// On another file system, the inode is another one; on one that counts seconds by twos, so is the time; and a file
  /// that is renamed keeps its inode, whatever its time is.
  @Test func aFileIsKnownByItsInodeOrItsTime() throws {
    for name in ["a", "b", "c"] { try folder.write(Array(name.utf8), to: name) }
    var moves = try ["a", "b", "c"].map { try move($0, "new/" + $0) }
    moves[0].inode += 1
    moves[0].modified += 2_000_000_000
    moves[1].inode += 1
    moves[1].modified -= 2_000_000_000
    moves[2].modified -= 100_000_000_000
    let (count, failed) = failures(FileMoves(moves).apply)
    #expect(count == 3 && failed.isEmpty)
  }

  /// A file that stays on its file system needs no space there.
  @Test func onlyOtherFileSystemsNeedSpace() throws {
    try folder.write([1], to: "a")
    var move = try move("a", "new/a")
    move.size = .max
    #expect(FileMoves([move]).shortage == nil)
    move.to = LibraryPath("/dev/shm/boxwalk/a")
    let device = try #require(try BytePath(Array("/dev/shm".utf8)).status()).device
    guard device != (try BytePath(move.from.bytes).status())?.device else { return }
    #expect(FileMoves([move]).shortage?.hasPrefix("/dev/shm/boxwalk: ") == true)
    move.size = 1
    #expect(FileMoves([move]).shortage == nil)
  }

  @Test func linesThatAreDamagedAreRefused() throws {
    let move = FileMoves.Move(
      from: LibraryPath("/a b/ü%"), to: LibraryPath("/c\n"), inode: 7, modified: -5, size: 3)
    let lines = FileMoves([move]).lines()
    let text = String(decoding: lines, as: UTF8.self)
    #expect(text == "boxwalk live pair undo 2\n7 -5 3 /a%20b/%C3%BC%25 /c%0A\n")
    #expect(FileMoves(lines: lines)?.moves == [move])
    #expect(FileMoves(lines: Array("boxwalk live pair undo 2\n".utf8))?.moves == [])
    for line in [
      "7 -5 3 /a", "7 -5 3 /a /b /c", "x -5 3 /a /b", "7 x 3 /a /b", "7 -5 x /a /b", "7 -5 3 a /b",
      "7 -5 3 /a b", "-7 -5 3 /a /b", "7 -5 3  /a /b",
    ] {
      let lines = Array("boxwalk live pair undo 2\n1 2 3 /d /e\n\(line)\n".utf8)
      #expect(FileMoves(lines: lines) == nil, "\(line)")
    }
    for start in ["", "boxwalk live pair undo 3\n", "1 2 3 /d /e\n"] {
      #expect(FileMoves(lines: Array(start.utf8)) == nil, "\(start)")
    }
  }

  /// The undo file never replaces another.
  @Test func theUndoFileIsNew() throws {
    let moves = FileMoves([])
    let path = folder.path + "/undo/first"
    try moves.writeUndo(to: path)
    #expect(content("undo/first") == "boxwalk live pair undo 2\n")
    #expect(throws: (any Error).self) { try moves.writeUndo(to: path) }
  }
}
