import Foundation
import TestSupport

/// The files of a target.
struct SourceFolder {
  struct File {
    /// Below the package.
    var path: String
    var text: String

    /// The modules that it imports, with any access level.
    var imports: Set<String> {
      Set(
        text.matches(
          of:
            /(?m)^ *(?:@\w+ )*(?:public |package |internal |private )?import (?:struct |class |enum |protocol |func |var |let )?(\w+)/
        ).map { String($0.1) })
    }
  }

  let files: [File]

  /// - Parameter path: of a folder below the package.
  init(_ path: String) throws {
    let folder = PackageFolder.url.appending(path: path)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    files = try names.filter { name in [".swift", ".c", ".h"].contains { name.hasSuffix($0) } }
      .map { name in
        File(
          path: "\(path)/\(name)",
          text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
      }
  }

  /// The names in a folder of the package.
  static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: PackageFolder.path(path)
    ).filter { !$0.hasPrefix(".") }.sorted()
  }
}
