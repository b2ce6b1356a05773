package import Conversion
package import Text

extension ConversionResult {
  /// Whether something of the image or of its file is not in the output, which should be known.
  package var losesSomething: Bool { !warnings.isEmpty || losesParts }

  /// The result for a file, as `boxwalk convert --json` prints it after the name of the file.
  package var members: [(String, JSONValue?)] {
    [
      ("outcome", .string(action.rawValue)),
      ("output", .string(output)), ("width", .int(width)), ("height", .int(height)),
      ("bytes", .int(byteCount)), ("warnings", .array(warnings.map { .string($0) })),
      ("notes", .array(notes.map { .string($0) })),
      ("items", .array(item.map { [.int(Int($0))] } ?? [])),
    ]
  }
}
