#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where `boxwalk-codec` is.
enum WorkerProgram {
  /// The path beside this program, or in `libexec/boxwalk` beside its folder; `BOXWALK_CODEC`
  /// overrides it.
  static var path: String? {
    if let path = ProcessInfo.processInfo.environment["BOXWALK_CODEC"] { return path }
    guard let program = ownPath, let slash = program.lastIndex(of: "/") else { return nil }
    let folder = program[..<slash]
    return ["\(folder)/boxwalk-codec", "\(folder)/../libexec/boxwalk/boxwalk-codec"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private static var ownPath: String? {
    if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      return path
    }
    let name = CommandLine.arguments.first ?? ""
    if name.contains("/") { return name }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
