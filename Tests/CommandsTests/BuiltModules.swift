import Foundation
import TestSupport

/// The modules of the debug build, for programs that tests compile.
enum BuiltModules {
  static let folder = Program.package.appendingPathComponent(".build/debug")

  /// Compiles Swift files that import them.
  static func compile(_ sources: [String], _ arguments: [String]) throws -> Program.Result {
    // Modules in C, which those in Swift import for themselves.
    let modules = Folder.names(folder.path).filter { $0.hasPrefix("C") && $0.hasSuffix(".build") }
      .map { $0.dropLast(6) }
    let maps = modules.map { "-fmodule-map-file=\(folder.path)/\($0).build/module.modulemap" }
      .filter { FileManager.default.fileExists(atPath: String($0.dropFirst(18))) }
    let c = Program.package.appendingPathComponent("Sources/C")
    let headers =
      (FileManager.default.enumerator(atPath: c.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix("/include") }.map { "-I\(c.path)/\($0)" }
    return try Program.other(
      "swiftc",
      ["-swift-version", "6", "-I", folder.appendingPathComponent("Modules").path]
        + (maps + headers).flatMap { ["-Xcc", $0] } + arguments + sources)
  }
}
