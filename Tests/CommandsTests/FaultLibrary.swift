#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A library between a command and the C library, which lets something happen before a call for a file, or makes it
  /// fail. It needs `cc`.
  struct FaultLibrary {
    private let tools: Folder

    init() throws {
      tools = try Folder()
      let source = Program.package.appendingPathComponent("Tests/Faults/faults.c").path
      let made = try Program.other(
        "cc", "-shared", "-fPIC", "-O1", "-o", tools.path("faults.so"), source, "-ldl")
      try #require(made.code == 0, "\(made.errors)")
    }

    /// Runs the command, and returns its result and the names of its calls on files below a folder.
    ///
    /// - Parameters:
    ///   - call: the number of the call, from 1 on.
    ///   - change: a command for a shell that runs before it.
    ///   - error: the `errno` with which it fails.
    func run(
      _ arguments: [String], below folder: Folder, before call: Int? = nil, change: String? = nil,
      error: Int32? = nil, environment others: [String: String] = [:]
    ) throws -> (result: Program.Result, calls: [String]) {
      let log = tools.path(UUID().uuidString)
      var environment = [
        "LD_PRELOAD": tools.path("faults.so"), "FAULTS_FOLDER": folder.url.path,
        "FAULTS_FILES": "1",
        "FAULTS_LOG": log,
      ]
      environment["FAULTS_AT"] = call.map { "\($0)" }
      environment["FAULTS_RUN"] = change
      environment["FAULTS_ERROR"] = error.map { "\($0)" }
      environment.merge(others) { $1 }
      let result = try Program.boxwalk(arguments, environment: environment)
      // Names of 16 bytes, filled up with zeros; zeros follow the last one.
      let names = try #require(FileHandle(forReadingAtPath: log))
      var calls: [String] = []
      while let name = try names.read(upToCount: 16), name.first != 0 {
        calls.append(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
      }
      return (result, calls)
    }
  }
#endif
