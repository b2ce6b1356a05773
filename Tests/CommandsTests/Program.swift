import Foundation
import TestSupport

/// The programs that this package builds, run as a person runs them, and those of others.
enum Program {
  typealias Result = InstalledProgram.Result

  /// The folder of the programs.
  static let products = BuiltPrograms.folder

  static let package = PackageFolder.url

  static func sample(_ name: String) -> String { PackageFolder.sample(name) }

  static func boxwalk(
    _ arguments: String..., input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Result {
    try boxwalk(arguments, input: input, environment: environment)
  }

  static func boxwalk(
    _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Result {
    try InstalledProgram.run(
      products.appendingPathComponent("boxwalk"), arguments, input: input, environment: environment)
  }

  /// The command, which the system ends at this limit of processor time: other work of the machine does not matter.
  static func boxwalk(_ arguments: [String], processorSeconds: Int) throws -> Result {
    try InstalledProgram.run(
      "sh",
      [
        "-c", #"ulimit -t \#(processorSeconds); exec "$0" "$@""#,
        products.appendingPathComponent("boxwalk").path,
      ] + arguments)
  }

  /// A program of the system.
  static func other(_ name: String, _ arguments: String...) throws -> Result {
    try InstalledProgram.run(name, arguments)
  }

  static func other(_ name: String, _ arguments: [String]) throws -> Result {
    try InstalledProgram.run(name, arguments)
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
}

extension InstalledProgram.Result {
  /// Whether the command succeeded, even with a loss.
  var isDone: Bool { code == 0 || code == 1 }
}
