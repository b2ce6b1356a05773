import FieldCoding
import Files
import Library
import Text

/// Writes a page or a drawing: to standard output, or to a file that is written completely or not at all.
enum PageOutput {
  /// - Parameters:
  ///   - path: the path of the file; nil, or `-`, for standard output.
  ///   - inputs: the paths of the files that are read. They are never replaced, and no file is written if one of them
  ///     could not be read completely.
  ///   - isForced: whether another file may be replaced.
  static func write(
    to path: String?, inputs: [(path: String, bytes: Bytes)], isForced: Bool,
    _ body: (TextOutput) -> Void
  ) throws {
    guard let path, path != "-" else {
      let output = Console().output
      body(output)
      return output.flush()
    }
    let file = try CommandOutput.file(
      path, inputs: inputs.map(\.path).filter { $0 != "-" }, isForced: isForced)
    try writeDocument(to: file, replacing: isForced, of: nil, body)
    try CommandOutput.announce(path)
  }
}
