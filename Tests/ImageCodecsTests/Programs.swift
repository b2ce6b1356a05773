import Foundation
import TestSupport

/// Programs of other people that results are compared with.
enum Programs {
  /// What a shell command writes to standard output, given `input`.
  static func output(_ command: String, _ input: [UInt8]) -> [UInt8] {
    let result = try? InstalledProgram.run("sh", ["-c", command], input: Data(input))
    return Array(result?.data ?? Data())
  }
}

/// A file of its own for a test, open and without a name that stays.
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

  /// All that the file has.
  func bytes() throws -> [UInt8] {
    try handle.seek(toOffset: 0)
    return Array(try handle.readToEnd() ?? Data())
  }
}
