public import Foundation

/// Programs of the system, with which results are compared.
public enum InstalledProgram {
  /// The exit status of a program, and its output.
  public struct Result {
    /// The exit code, or the number of the signal that ended it, with a minus.
    public var code: Int32
    public var data: Data
    public var errors: String
    public var output: String { String(decoding: data, as: UTF8.self) }
  }

  /// A test that runs a program states that it `needs` it, and is skipped without it.
  struct Missing: Error {
    var name: String
  }

  struct Endless: Error {
    var program: URL
    var arguments: [String]
  }

  /// Where a program is; nil if it is not installed.
  public static func path(of name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  public static func run(
    _ name: String, _ arguments: [String], input: Data = Data()
  ) throws -> Result {
    guard let path = path(of: name) else { throw Missing(name: name) }
    return try run(URL(fileURLWithPath: path), arguments, input: input)
  }

  /// Runs a program to its end.
  ///
  /// - Parameter environment: added to the environment of this process.
  public static func run(
    _ program: URL, _ arguments: [String], input: Data = Data(),
    environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files and not pipes, so that nothing waits for a reader.
    let folder = try Folder()
    let files = [
      FileHandle(forReadingAtPath: try folder.write(input, to: "in")),
      FileHandle(forWritingAtPath: try folder.write(Data(), to: "out")),
      FileHandle(forWritingAtPath: try folder.write(Data(), to: "err")),
    ]
    // A process that has ended keeps its files open. `Process` reads beyond the names of descriptors
    // when there are more than 1,356 of them.
    defer { for file in files { try? file?.close() } }
    (process.standardInput, process.standardOutput, process.standardError) = (
      files[0], files[1], files[2]
    )
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    // This limit is for programs that never end; others end earlier, even on a busy machine.
    guard end.wait(timeout: .now() + 600) == .success else {
      process.terminate()
      throw Endless(program: program, arguments: arguments)
    }
    let isExit = process.terminationReason == .exit
    return Result(
      code: isExit ? process.terminationStatus : -process.terminationStatus,
      data: try Data(contentsOf: folder.url.appendingPathComponent("out")),
      errors: try String(contentsOfFile: folder.path("err"), encoding: .utf8))
  }
}
