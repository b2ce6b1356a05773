import FieldCoding
package import Files
import Text

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that a command writes, and that is not one of its inputs.
package enum CommandOutput {
  /// Checks that the path is free, and makes its folder.
  ///
  /// - Parameters:
  ///   - inputs: the files that are read, which are never replaced.
  ///   - isForced: whether another file may be replaced.
  package static func file(
    _ path: String, inputs: [String], isForced: Bool
  ) throws(SystemError) -> OutputFile {
    try OutputPath.check(path, of: inputs, isReplacing: isForced)
    try makeFolder(of: path)
    return try OutputFile(path)
  }

  /// Names a file that was written, with its size.
  package static func announce(_ path: String) throws(SystemError) {
    guard let stamp = try FileStamp(path) else { return }
    let output = Console().output
    output.text("\(path): \(counted(stamp.size, "byte"))")
    output.flush()
  }
}

/// The reason why nothing is written.
package struct OutputRefusal: Error, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}

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

/// Calls a function with the path of a folder for temporary files, which is deleted afterwards. The first file that is
/// written there makes it.
package func withTemporaryFolder<Value: ~Copyable, Failure: Error>(
  _ body: (String) throws(Failure) -> Value
) throws(Failure) -> Value {
  let folder = FileManager.default.temporaryDirectory.path + "/boxwalk-\(UUID().uuidString)"
  let unfinished = UnfinishedName(folder) {}
  defer {
    try? FileManager.default.removeItem(atPath: folder)
    withExtendedLifetime(unfinished) {}
  }
  return try body(folder)
}
