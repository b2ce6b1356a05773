import FieldCoding
package import Files
import Text

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
