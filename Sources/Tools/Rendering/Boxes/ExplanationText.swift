import FieldCoding
import ISOBMFF
public import Inspection
public import Text
import Verification

extension BoxExplanation {
  /// Writes all of it for a terminal, or as plain text.
  public func write(to output: TextOutput, _ style: ReportTextStyle) {
    let user = entry.userType.map { " \($0)" } ?? ""
    output.line(
      style.strong(printable("\(entry.code)\(user)")) + "  "
        + [entry.name, entry.specification, entry.kind.rawValue].filter { !$0.isEmpty }
        .joined(separator: " · "))
    if !entry.contexts.isEmpty {
      output.line("  occurs in \(entry.contexts.map(\.text).joined(separator: "; "))")
    }
    if let reading = entry.reading { output.line("  \(reading)") }
    if let table { write(table, to: output, style) }
    writeContents(to: output, style)
    writeRules(to: output, style)
    if let example {
      heading("Example: \(example.path) of SampleMedia/\(example.file)", output, style)
      for line in example.text.split(separator: "\n") { output.line("    \(line)") }
    }
  }

  private func heading(_ title: String, _ output: TextOutput, _ style: ReportTextStyle) {
    output.line()
    output.line("  " + style.heading(title))
  }

  private func write(_ table: SyntaxTable, to output: TextOutput, _ style: ReportTextStyle) {
    guard !table.rows.isEmpty else { return }
    heading("Fields", output, style)
    let names = table.rows.map { 2 * ($0.path.count - 1) + $0.name.count }.max() ?? 0
    let widths = min(table.rows.map { BoxSyntaxText($0, of: table).width.count }.max() ?? 0, 24)
    for line in SyntaxLine.lines(of: table) {
      switch line {
      case .group(let name, let depth, let presence):
        let note = presence.isEmpty ? "" : style.faint(": \(presence)")
        output.line("    " + spaces(2 * depth) + style.name(name) + note)
      case .field(let field, let depth, let presence):
        let name = field.row.name
        let gap = spaces(names - 2 * depth - name.count + 2)
        output.line(
          "    " + spaces(2 * depth) + style.name(name) + gap + field.width
            + spaces(max(1, widths - field.width.count + 2)) + field.kind
            + (presence.isEmpty ? "" : style.faint("; \(presence)")))
        for (value, meaning) in field.values {
          output.line("    " + spaces(names + widths + 6) + "\(value)  \(meaning)")
        }
      }
    }
    if !table.isComplete {
      output.line("    " + style.faint("What follows depends on the data itself."))
    }
  }

  private func writeContents(to output: TextOutput, _ style: ReportTextStyle) {
    guard !contents.isEmpty else { return }
    heading("Contents", output, style)
    for entry in contents { output.line("    \(entry.code)  \(entry.name)") }
  }

  private func writeRules(to output: TextOutput, _ style: ReportTextStyle) {
    if !rules.isEmpty { heading("Rules of verify", output, style) }
    for rule in rules {
      output.line("    \(rule.id): \(style.severity(rule.severity)), \(rule.clause)")
      output.line("      \(rule.sentence)")
    }
    if !quirks.isEmpty { heading("Habits of writers", output, style) }
    for quirk in quirks {
      output.line("    \(quirk.writer.rawValue): \(quirk.sentence) (\(quirk.id))")
    }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
