import Foundation
import TestSupport

/// Programs of other people that results are compared with.
enum Programs {
  /// The standard output of a shell command, given `input`.
  static func output(_ command: String, _ input: [UInt8]) -> [UInt8] {
    let result = try? InstalledProgram.run("sh", ["-c", command], input: Data(input))
    return Array(result?.data ?? Data())
  }
}

/// A temporary file of a test, open and without a permanent name.
final class OpenFile {
  private let handle: FileHandle

  init(_ bytes: [UInt8] = []) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("boxwalk-codecs-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    handle = try FileHandle(forUpdating: url)
    try FileManager.default.removeItem(at: url)
  }

  var descriptor: Int32 { handle.fileDescriptor }

  /// All bytes of the file.
  func bytes() throws -> [UInt8] {
    try handle.seek(toOffset: 0)
    return Array(try handle.readToEnd() ?? Data())
  }
}
