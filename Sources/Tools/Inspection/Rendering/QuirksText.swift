public import Text
public import Verification

extension RuleQuirk {
  /// Writes all quirks by writer, each with its rule and its effect.
  public static func writeAll(to output: TextOutput, _ style: ReportTextStyle) {
    for writer in QuirkWriter.allCases {
      output.line(style.heading(writer.rawValue))
      for quirk in all where quirk.writer == writer {
        output.line("  \(style.strong(quirk.id)): \(quirk.rule.id), \(quirk.effect.rawValue)")
        output.sentence("    \(quirk.sentence)", indent: 4)
      }
    }
  }

  /// Writes all quirks as a JSON document with the `schema` `boxwalk.quirks/1`.
  public static func writeAllJSON(to output: TextOutput) {
    var json = JSONWriter(output)
    JSONValue.object([
      ("schema", .string("boxwalk.quirks/1")),
      (
        "quirks",
        .array(
          all.map { quirk in
            .object([
              ("quirk", .string(quirk.id)), ("writer", .string(quirk.writer.rawValue)),
              ("rule", .string(quirk.rule.id)), ("effect", .string(quirk.effect.rawValue)),
              ("sentence", .string(quirk.sentence)),
            ])
          })
      ),
    ]).write(to: &json)
    output.line()
  }
}
