import Foundation
import Testing

/// Whatever fails or ends the program, and when: the original is whole, or the new file has taken its
/// place, and nothing else is there.
@Suite struct EditingSafetyTests {
  static let calls = [
    "openat", "ftruncate", "pwrite64", "copy_file_range", "lseek", "fstat", "newfstatat", "fchown",
    "fchmod", "flistxattr", "utimensat", "fsync", "linkat", "rename", "unlink", "access", "mmap",
  ]

  private let movie = Program.sample("clip-hevc.mov")

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// `strace` lets a call of the system fail, or kills the program as it makes it.
  private func inject(
    _ fault: String, into call: String, _ number: Int, _ arguments: [String]
  ) throws -> Program.Result? {
    let boxwalk = Program.products.appendingPathComponent("boxwalk").path
    return try Program.other(
      "strace",
      [
        "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):\(fault):when=\(number)",
      ]
        + [boxwalk] + arguments)
  }

  @Test(arguments: calls) func aKillAtAnyMoment(call: String) throws {
    let folder = try Folder()
    let original = try bytes(movie)
    let path = try folder.write(original, to: "movie.mov")
    #expect(try Program.boxwalk("faststart", path, "-o", folder.path("new.mov")).code == 0)
    let edited = try bytes(folder.path("new.mov"))
    #expect(edited != original)
    try FileManager.default.removeItem(atPath: folder.path("new.mov"))

    for number in 1...60 {
      guard
        let result = try inject(
          "signal=KILL", into: call, number, ["faststart", "--in-place", path])
      else { return print("strace is not installed: faults are not injected") }
      let after = try bytes(path)
      #expect(after == original || after == edited, "\(call) \(number)")
      if folder.names != ["movie.mov"] {
        // Only as it takes the other's place has the new file a name of its own.
        #expect(["rename", "linkat", "unlink"].contains(call), "\(call) \(number)")
        #expect(try Program.boxwalk("faststart", "--in-place", path).code == 0)
      }
      #expect(folder.names == ["movie.mov"], "\(call) \(number)")
      try original.write(to: URL(fileURLWithPath: path))
      // So many calls were not made.
      if result.code == 0 { break }
    }
  }

  @Test(arguments: calls, ["ENOSPC", "EACCES", "EIO", "EROFS"])
  func aFailureAtAnyMoment(call: String, code: String) throws {
    let folder = try Folder()
    let original = try bytes(movie)
    let path = try folder.write(original, to: "movie.mov")
    for (number, arguments) in [
      (1, ["--in-place"]), (2, ["--in-place"]), (1, ["-o", folder.path("new.mov")]),
    ] {
      guard
        let result = try inject(
          "error=\(code)", into: call, number, ["faststart", path] + arguments)
      else { return print("strace is not installed: faults are not injected") }
      let isEdited = try bytes(path) != original
      #expect(!isEdited || result.code == 0, "\(call) \(number) \(result.code)")
      // Calls for the program's own start are not ours; all others say what is wrong.
      if result.code > 0, result.code != 127 {
        #expect(!result.errors.isEmpty, "\(call) \(number) \(result.code)")
      }
      let isThere = folder.names.contains("new.mov")
      #expect(!isThere || result.code == 0, "\(call) \(result.code)")
      try? FileManager.default.removeItem(atPath: folder.path("new.mov"))
      #expect(folder.names == ["movie.mov"], "\(call) \(number)")
      try original.write(to: URL(fileURLWithPath: path))
    }
  }
}
