#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A library between a command and the C library, which lets something happen before a call of the file layer. It needs
  /// `cc`.
  struct FaultLibrary {
    private let tools: Folder

    init() throws {
      tools = try Folder()
      let source = Program.package.appendingPathComponent("Tests/Faults/changes.c").path
      let made = try Program.other(
        "cc", "-shared", "-fPIC", "-o", tools.path("faults.so"), source, "-ldl")
      try #require(made.code == 0, "\(made.errors)")
    }

    /// Runs the command, and returns its result and the names of its calls on files below a folder.
    ///
    /// - Parameters:
    ///   - call: the number of the call, from 1 on, before which `change` runs.
    ///   - change: a command for a shell.
    func run(
      _ arguments: [String], below folder: Folder, before call: Int? = nil, change: String = ""
    ) throws -> (result: Program.Result, calls: [String]) {
      let log = tools.path(UUID().uuidString)
      var environment = [
        "LD_PRELOAD": tools.path("faults.so"), "FAULTS_FOLDER": folder.url.path, "FAULTS_LOG": log,
      ]
      if let call { (environment["FAULTS_AT"], environment["FAULTS_RUN"]) = ("\(call)", change) }
      let result = try Program.boxwalk(arguments, environment: environment)
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      return (result, lines.map { String($0.split(separator: " ")[1]) })
    }
  }
#endif
