import Editing
import LibraryRun
import SystemAccess
import WorkerClient

/// What `--output` names: a file, or a folder of files.
struct OutputPath {
  let path: String
  let isFolder: Bool

  /// - Parameter count: how many files will be written, at least.
  init(_ path: String, for inputs: Inputs, of count: Int) throws(SystemError) {
    self.path = path
    var isFolder = path.endsWithSlash || count > 1
    for path in [path] + inputs.paths where !isFolder { isFolder = try PathKind(path) == .folder }
    self.isFolder = isFolder
  }

  /// The file to write: `relativePath` in the folder, or the path itself.
  func file(_ relativePath: String) -> String {
    guard isFolder else { return path }
    return path.asFolder + relativePath
  }

  /// Makes the folders in the folder that a file goes to; links in it are not followed.
  func makeFolders(of relativePath: String) throws(EditError) {
    guard isFolder else { return }
    do throws(ConversionError) { _ = try OutputTree(path).place(relativePath) } catch {
      throw EditError(.fileExists, error.message)
    }
  }
}
