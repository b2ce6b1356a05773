import FieldCoding
import JSON
import SystemAccess

/// Writes a page or a drawing: to a file that appears whole or not at all, or to standard output.
enum PageOutput {
  /// - Parameters:
  ///   - path: of the file; nil, or `-`, for standard output.
  ///   - inputs: what is read, which is never replaced.
  ///   - isForced: whether another file may be replaced.
  static func write(
    to path: String?, inputs: [String], isForced: Bool, _ body: (Output) -> Void
  ) throws {
    guard let path, path != "-" else {
      let output = Console().output
      body(output)
      return output.flush()
    }
    let file = try NewOutput.file(path, inputs: inputs.filter { $0 != "-" }, isForced: isForced)
    var failure: SystemError?
    let output = Output { bytes in
      guard failure == nil else { return }
      do throws(SystemError) { try file.write(Bytes(bytes)) } catch { failure = error }
    }
    body(output)
    output.flush()
    if let failure { throw failure }
    try file.commit(replacing: isForced)
  }
}
