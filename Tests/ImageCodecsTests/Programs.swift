import Foundation

/// Programs of other people that results are compared with.
enum Programs {
  static let hasDjpeg = has("djpeg")
  static let hasFFmpeg =
    has("ffmpeg") && run("ffmpeg -hide_banner -encoders", []).contains("libx265")

  /// Whether ffmpeg has an encoder.
  static func encodes(_ encoder: String) -> Bool {
    has("ffmpeg") && run("ffmpeg -hide_banner -encoders", []).contains(" \(encoder) ")
  }

  private static func has(_ name: String) -> Bool {
    !run("command -v \(name)", []).isEmpty
  }

  /// What a shell command writes to standard output, given `input`.
  static func output(_ command: String, _ input: [UInt8]) -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("boxwalk-codecs-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Through a file, since a pipe can be full.
    let file = folder.appendingPathComponent("input")
    try? Data(input).write(to: file)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "\(command) <'\(file.path)' 2>/dev/null"]
    process.standardOutput = pipe
    do { try process.run() } catch { return [] }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(data)
  }

  private static func run(_ command: String, _ input: [UInt8]) -> String {
    String(decoding: output(command, input), as: UTF8.self)
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
