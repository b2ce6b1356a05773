public import Text
public import Verification

extension Finding {
  package var value: JSONValue {
    .object([
      ("rule", .string(rule.id)),
      ("severity", .string(severity.rawValue)),
      ("clause", .string(rule.clause)),
      ("document", .string(document)),
      ("path", .string(fieldPath)),
      ("line", .int(line)),
      ("offset", line == nil ? .int(offset) : nil),
      ("message", .string(message)),
      ("count", repeatCount > 1 ? .int(repeatCount) : nil),
      ("quirk", .string(quirk?.id)),
      ("writer", .string(quirk?.writer.rawValue)),
      ("further", further.isEmpty ? nil : .array(further.map(\.repeatedValue))),
    ])
  }

  private var repeatedValue: JSONValue {
    .object([
      ("document", .string(document)), ("path", .string(fieldPath)), ("offset", .int(offset)),
      ("message", .string(message)),
    ])
  }
}

extension Report {
  /// The version of the JSON document; it changes when programs that read it would break.
  private static let schema = "boxwalk.verify/1"

  /// Writes the JSON document that Documentation/verify-json.md describes.
  ///
  /// - Parameter more: additional members.
  public func writeJSON(to output: TextOutput, more: [(String, JSONValue?)] = []) {
    var json = JSONWriter(output)
    let members: [(String, JSONValue?)] = [
      ("schema", .string(Report.schema)),
      ("file", .string(name)),
      ("errors", .int(count(.error))),
      ("warnings", .int(count(.warning))),
      ("notes", .int(count(.note))),
      ("findings", .array(findings.map(\.value))),
      (
        "omitted",
        omitted.isEmpty
          ? nil
          : .array(
            omitted.map { .object([("rule", .string($0.rule.id)), ("count", .int($0.count))]) })
      ),
    ]
    JSONValue.object(members + more).write(to: &json)
    output.line()
  }
}
