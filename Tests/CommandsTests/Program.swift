import Foundation

/// The programs that this package builds, run as a person runs them.
enum Program {
  struct Result {
    var code: Int32
    var output: String
    var errors: String
  }

  /// The folder of the products, which is the test bundle's.
  static let products: URL = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let candidates = [folder, package.appendingPathComponent(".build/debug")]
    return candidates.first {
      FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("boxwalk").path)
    } ?? folder
  }()

  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func sample(_ name: String) -> String {
    package.appendingPathComponent("SampleMedia/\(name)").path
  }

  static func boxwalk(
    _ arguments: String..., input: Data? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try boxwalk(arguments, input: input, environment: environment)
  }

  static func boxwalk(
    _ arguments: [String], input: Data? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try run(
      products.appendingPathComponent("boxwalk"), arguments, input: input, environment: environment)
  }

  /// A program of the system; nil if it is not installed.
  static func other(_ name: String, _ arguments: String...) throws -> Result? {
    try other(name, arguments: arguments)
  }

  static func other(_ name: String, arguments: [String]) throws -> Result? {
    try other(name, arguments)
  }

  static func other(_ name: String, _ arguments: [String]) throws -> Result? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let path = folders.map({ "\($0)/\(name)" }).first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else { return nil }
    return try run(URL(fileURLWithPath: path), arguments)
  }

  #if os(Linux)
    /// The processes that a process has started and that are still there.
    static func children(of process: pid_t) -> [pid_t] {
      let tasks = "/proc/\(process)/task"
      return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).flatMap { task in
        ((try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? "")
          .split(separator: " ").compactMap { pid_t($0) }
      }
    }
  #endif

  private static func run(
    _ program: URL, _ arguments: [String], input: Data? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files and not pipes, so that nothing waits for a reader.
    let folder = try Folder()
    let (out, err, inp) = (folder.path("out"), folder.path("err"), folder.path("in"))
    for path in [out, err] { try Data().write(to: URL(fileURLWithPath: path)) }
    try (input ?? Data()).write(to: URL(fileURLWithPath: inp))
    process.standardOutput = FileHandle(forWritingAtPath: out)
    process.standardError = FileHandle(forWritingAtPath: err)
    process.standardInput = FileHandle(forReadingAtPath: inp)
    try process.run()
    process.waitUntilExit()
    let code =
      process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
    return Result(
      code: code, output: try String(contentsOfFile: out, encoding: .utf8),
      errors: try String(contentsOfFile: err, encoding: .utf8))
  }
}

/// A folder that goes away with its owner.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "boxwalk-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ data: Data, to name: String) throws -> String {
    try data.write(to: url.appendingPathComponent(name))
    return path(name)
  }

  var names: [String] { Folder.names(url.path) }

  /// What is in a folder; nothing where there is none.
  static func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
