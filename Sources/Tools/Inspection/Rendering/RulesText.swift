public import Text
public import Verification

/// A list of rules, as text and JSON.
public struct RuleList {
  private let all: [any StatedRule]

  /// - Parameter rules: in any order.
  public init(_ rules: [any StatedRule]) { all = rules }

  /// Writes every rule with its sentence as text.
  public func write(to output: TextOutput, _ style: ReportTextStyle) {
    for rule in all.sorted(by: { $0.id < $1.id }) {
      output.line("\(style.strong(rule.id)): \(style.severity(rule.severity)), \(rule.clause)")
      output.sentence("  \(rule.sentence)", indent: 2)
    }
  }

  /// Writes every rule with its sentence as a JSON document with the `schema` `boxwalk.rules/1`.
  public func writeJSON(to output: TextOutput) {
    var json = JSONWriter(output)
    JSONValue.object([
      ("schema", .string("boxwalk.rules/1")),
      (
        "rules",
        .array(
          all.sorted { $0.id < $1.id }.map { rule in
            .object([
              ("rule", .string(rule.id)),
              ("severity", .string(rule.severity.rawValue)),
              ("clause", .string(rule.clause)),
              ("sentence", .string(rule.sentence)),
            ])
          })
      ),
    ]).write(to: &json)
    output.line()
  }
}
