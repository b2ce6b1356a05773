import ISOBMFF
import JSON
package import SystemAccess

/// A file that an edit wrote beside its original: a line of a journal.
package struct EditRecord: Sendable {
  /// Of the lines that this version writes.
  package static let schema = "boxwalk.edits/1"

  /// Below the folder that was edited.
  package var input: String
  package var inputStamp: FileStamp
  /// Below that folder, too.
  package var output: String
  package var outputStamp: FileStamp
  /// Nil until the file has its name, and where nothing computes it.
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

  /// With its end.
  var line: [UInt8] {
    JSONValue.object([
      ("schema", .string(EditRecord.schema)), ("input", .string(input)),
      ("input_bytes", .int(inputStamp.size)), ("input_modified", .int(Int(inputStamp.modified))),
      ("output", .string(self.output)), ("bytes", .int(outputStamp.size)),
      ("modified", .int(Int(outputStamp.modified))), ("sha256", sha256.map { .string($0) }),
    ]).line
  }

  /// Nil for what is no such line, or not all of it, and for paths that lead out of the folder.
  init?(line: some Collection<UInt8>) {
    guard let line = Line(json: line), line.schema == EditRecord.schema,
      RelativePath.normalized(line.input) == line.input,
      RelativePath.normalized(line.output) == line.output, line.input != line.output
    else { return nil }
    self.init(
      input: line.input, FileStamp(size: line.inputBytes, modified: line.inputModified),
      output: line.output, FileStamp(size: line.bytes, modified: line.modified),
      sha256: line.sha256)
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
