import Foundation
import TestSupport
import Testing

/// Whatever fails or ends the program, and when: the original is whole, or the new file has taken its
/// place, and nothing else is there.
@Suite struct EditingSafetyTests {
  static let calls = [
    "openat", "ftruncate", "pwrite64", "copy_file_range", "lseek", "fstat", "newfstatat", "fchown",
    "fchmod", "flistxattr", "utimensat", "fsync", "linkat", "rename", "renameat2",
    "unlink", "access", "mmap",
  ]

  private let movie = Program.sample("clip-hevc.mov")

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// `strace` lets a call of the system fail, or kills the program as it makes it.
  private func inject(
    _ fault: String, into call: String, _ number: Int, _ arguments: [String]
  ) throws -> Program.Result {
    let boxwalk = Program.products.appendingPathComponent("boxwalk").path
    return try Program.other(
      "strace",
      [
        "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):\(fault):when=\(number)",
      ]
        + [boxwalk] + arguments)
  }

  /// A command that writes another file, and one that changes a few bytes where they stand.
  @Test(.needs("strace"), arguments: calls, [["faststart"], ["set", "moov/mvhd.rate=2.0"]])
  func aKillAtAnyMoment(call: String, command: [String]) throws {
    let folder = try Folder()
    let original = try bytes(movie)
    let path = try folder.write(original, to: "movie.mov")
    #expect(try Program.boxwalk(command + [path, "-o", folder.path("new.mov")]).code == 0)
    let edited = try bytes(folder.path("new.mov"))
    #expect(edited != original)
    try FileManager.default.removeItem(atPath: folder.path("new.mov"))

    for number in 1...60 {
      let result = try inject("signal=KILL", into: call, number, command + ["--in-place", path])
      let after = try bytes(path)
      #expect(after == original || after == edited, "\(call) \(number)")
      if folder.names != ["movie.mov"] {
        // Only as they change places has either of them a name of its own.
        #expect(["renameat2", "linkat", "unlink"].contains(call), "\(call) \(number)")
        #expect(try Program.boxwalk(command + ["--in-place", path]).code == 0)
      }
      #expect(folder.names == ["movie.mov"], "\(call) \(number)")
      try original.write(to: URL(fileURLWithPath: path))
      // So many calls were not made.
      if result.code == 0 { break }
    }
  }

  /// Few bytes become others where they stand: the file is the same to the system, and its times stay.
  @Test func aFewBytesChangeInPlace() throws {
    let folder = try Folder()
    let path = try folder.write(try bytes(movie), to: "movie.mov")
    let time = Date(timeIntervalSince1970: 978_307_200)
    let manager = FileManager.default
    try manager.setAttributes(
      [.modificationDate: time, .posixPermissions: 0o640], ofItemAtPath: path)
    for (arguments, isSameFile) in [
      (["set", "moov/mvhd.rate=2.0"], true), (["set", "moov/mvhd.rate=1.0"], true),
      (["faststart"], false),
      (["faststart", "--undo"], false),
    ] {
      let before = try manager.attributesOfItem(atPath: path)
      #expect(try Program.boxwalk(arguments + ["--in-place", path]).code == 0)
      let after = try manager.attributesOfItem(atPath: path)
      #expect(after[.modificationDate] as? Date == time)
      #expect(after[.posixPermissions] as? Int == 0o640)
      let numbers = [before, after].map { $0[.systemFileNumber] as? Int }
      #expect((numbers[0] == numbers[1]) == isSameFile, "\(arguments)")
    }
    #expect(try bytes(path) == bytes(movie))
    #expect(folder.names == ["movie.mov"])
  }

  @Test(.needs("strace"), arguments: calls, ["ENOSPC", "EACCES", "EIO", "EROFS"])
  func aFailureAtAnyMoment(call: String, code: String) throws {
    let folder = try Folder()
    let original = try bytes(movie)
    let path = try folder.write(original, to: "movie.mov")
    for (number, arguments) in [
      (1, ["--in-place"]), (2, ["--in-place"]), (1, ["-o", folder.path("new.mov")]),
    ] {
      let result = try inject(
        "error=\(code)", into: call, number, ["faststart", path] + arguments)
      let isEdited = try bytes(path) != original
      #expect(!isEdited || result.code == 0, "\(call) \(number) \(result.code)")
      // Calls for the program's own start are not ours; all others say what is wrong.
      if result.code > 0, result.code != 127 {
        #expect(!result.errors.isEmpty, "\(call) \(number) \(result.code)")
      }
      let isThere = folder.names.contains("new.mov")
      #expect(!isThere || result.code == 0, "\(call) \(result.code)")
      try? FileManager.default.removeItem(atPath: folder.path("new.mov"))
      if call == "unlink" {
        // What could not be taken away goes with the next edit.
        #expect(try Program.boxwalk(["faststart", "--in-place", path]).code == 0)
      }
      #expect(folder.names == ["movie.mov"], "\(call) \(number)")
      try original.write(to: URL(fileURLWithPath: path))
    }
  }
}
