import Files
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension WorkerProgram {
  /// The path of the worker of this program.
  static var path: String? { path(beside: ownPath) }

  private static var ownPath: String? {
    if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      return path
    }
    let name = CommandLine.arguments.first ?? ""
    if name.contains("/") { return name }
    let folders = (Environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
