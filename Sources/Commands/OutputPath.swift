import SystemAccess

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `--output` names: a file, or a folder of files.
struct OutputPath {
  let path: String
  let isFolder: Bool

  /// - Parameter count: how many files will be written, at least.
  init(_ path: String, for inputs: Inputs, of count: Int) {
    self.path = path
    isFolder =
      path.endsWithSlash || count > 1 || PathKind(path) == .folder
      || inputs.paths.contains { PathKind($0) == .folder }
  }

  /// The file to write: `relativePath` in the folder, or the path itself.
  func file(_ relativePath: String) -> String {
    guard isFolder else { return path }
    return path.asFolder + relativePath
  }

  /// Makes the folder in which a file is to be, if it is missing.
  static func makeFolder(of file: String) throws {
    let folder = file.splitAtName.folder
    guard !folder.isEmpty, PathKind(folder) != .folder else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }
}
