import FieldCoding
import JSON
import LibraryRun
import SystemAccess

/// Writes a page or a drawing: to a file that appears whole or not at all, or to standard output.
enum PageOutput {
  /// - Parameters:
  ///   - path: of the file; nil, or `-`, for standard output.
  ///   - inputs: the files that are read, by their paths. They are never replaced, and of what could not be read to
  ///     its end no file is written.
  ///   - isForced: whether another file may be replaced.
  static func write(
    to path: String?, inputs: [(path: String, bytes: Bytes)], isForced: Bool,
    _ body: (Output) -> Void
  ) throws {
    guard let path, path != "-" else {
      let output = Console().output
      body(output)
      return output.flush()
    }
    let file = try NewOutput.file(
      path, inputs: inputs.map(\.path).filter { $0 != "-" }, isForced: isForced)
    try writeDocument(to: file, replacing: isForced, body) { () throws(SystemError) in
      for input in inputs where input.bytes.source.problem != nil {
        throw SystemError(
          what: "\(path) is not written, because \(input.path) cannot be read to its end", code: 0)
      }
    }
  }
}
