package import Files

/// The output that `--output` names: a file, or a folder of files.
package struct OutputOption {
  package let path: String
  package let isFolder: Bool
  /// The folder, if it is one: nothing outside of it is written.
  package let root: RootFolder?

  /// - Parameter count: how many files will be written, at least.
  package init(_ path: String, for inputs: Inputs, of count: Int) throws(SystemError) {
    var isFolder = count > 1
    for path in inputs.paths where !isFolder { isFolder = try PathKind(path) == .folder }
    try self.init(path, isOfSeveral: isFolder)
  }

  /// - Parameter isOfSeveral: whether several files may be written.
  package init(_ path: String, isOfSeveral: Bool) throws(SystemError) {
    self.path = path
    try OutputFile.refuseSpecial(path)
    var isFolder = isOfSeveral || path.endsWithSlash
    if !isFolder { isFolder = try PathKind(path) == .folder }
    if isFolder { _ = try FolderName.checked(path) }
    self.isFolder = isFolder
    root = isFolder ? RootFolder(path) : nil
  }

  /// The file to write: `relativePath` in the folder, or the path itself.
  package func file(_ relativePath: String) -> String {
    guard isFolder else { return path }
    return path.asFolder + relativePath
  }
}
