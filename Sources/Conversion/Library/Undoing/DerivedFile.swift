package import Files
import ISOBMFF
import Text

/// A file that a run made from another one. Both are below the same folder.
package struct DerivedFile: Sendable {
  /// The schema of the lines about edits that this version writes.
  package static let schema = "boxwalk.edits/1"

  /// Below the folder.
  package var input: String
  package var inputStamp: FileStamp
  /// Below the folder, too.
  package var output: String
  package var outputStamp: FileStamp
  /// Nil where nothing computes it.
  package var sha256: String?

  package init(
    input: String, _ inputStamp: FileStamp, output: String, _ outputStamp: FileStamp,
    sha256: String? = nil
  ) {
    self.input = input
    self.inputStamp = inputStamp
    self.output = output
    self.outputStamp = outputStamp
    self.sha256 = sha256
  }

  /// Whether both paths stay below the folder, and are two.
  var isBelowFolder: Bool {
    RelativePath.normalized(input) == input && RelativePath.normalized(output) == output
      && input != output
  }

  // MARK: A line of a journal of edits

  /// The line with its line end.
  var line: [UInt8] {
    JSONValue.object([
      ("schema", .string(DerivedFile.schema)), ("input", .string(input)),
      ("input_bytes", .int(inputStamp.size)), ("input_modified", .int(Int(inputStamp.modified))),
      ("output", .string(self.output)), ("bytes", .int(outputStamp.size)),
      ("modified", .int(Int(outputStamp.modified))), ("sha256", sha256.map { .string($0) }),
    ]).checkedLine
  }

  /// Nil if the line is not a complete and undamaged line of this kind, or if a path leads out of the folder.
  init?(line: some Collection<UInt8>) {
    guard let line = Line(checkedLine: line), line.schema == DerivedFile.schema else { return nil }
    self.init(
      input: line.input, FileStamp(size: line.inputBytes, modified: line.inputModified),
      output: line.output, FileStamp(size: line.bytes, modified: line.modified),
      sha256: line.sha256)
    if !isBelowFolder { return nil }
  }

  private struct Line: Decodable {
    enum CodingKeys: String, CodingKey {
      case schema, input, output, bytes, modified, sha256
      case inputBytes = "input_bytes"
      case inputModified = "input_modified"
    }
    var schema: String
    var input: String
    var inputBytes: Int
    var inputModified: Int64
    var output: String
    var bytes: Int
    var modified: Int64
    var sha256: String?
  }
}
