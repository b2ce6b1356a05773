import FieldCoding
import ISOBMFF
import Text
import Verification

extension ReferenceSite {
  /// Adds the known facts about an entry.
  func explain(_ explanation: BoxExplanation, _ markup: inout Markup) {
    let entry = explanation.entry
    markup.element("section") { section in
      section.element("h2", ["id": entry.kind.anchor]) {
        $0.text([entry.name, entry.kind.rawValue].filter { !$0.isEmpty }.joined(separator: ", "))
      }
      section.element("p", ["class": "faint"], entry.specification)
      if let type = entry.userType { section.element("p") { $0.element("code", "\(type)") } }
      contexts(of: entry, &section)
      if let reading = entry.reading { section.element("p", reading) }
      if let table = explanation.table, !table.rows.isEmpty { fields(table, &section) }
      if !explanation.contents.isEmpty {
        section.element("h3", "Contents")
        section.element("ul", ["class": "codes"]) { list in
          for entry in explanation.contents {
            list.element("li") {
              link(entry, &$0)
              $0.text(entry.name)
            }
          }
        }
      }
      rules(of: explanation, &section)
      if let example = explanation.example {
        section.element("h3", "Example")
        section.element("p") {
          $0.element("code", example.path)
          $0.text(" of SampleMedia/\(example.file), as boxwalk inspect shows it:")
        }
        section.element("pre", ["class": "wide", "tabindex": "0"]) { text in
          for line in example.text.split(separator: "\n") {
            text.text(String(line))
            text.line()
          }
        }
      }
    }
  }

  private func contexts(of entry: Catalogue.Entry, _ markup: inout Markup) {
    guard !entry.contexts.isEmpty else { return }
    markup.element("p") { line in
      line.text("Occurs in ")
      for (index, context) in entry.contexts.enumerated() {
        if index > 0 { line.text("; ") }
        for (index, container) in context.containers.enumerated() {
          if index > 0 { line.text(", ") }
          if case .box(let type) = container {
            link(type, &line)
          } else {
            line.text("\(container)")
          }
        }
        line.text(" (\(context.occurrence.rawValue))")
      }
    }
  }

  private func fields(_ table: SyntaxTable, _ markup: inout Markup) {
    markup.element("h3", "Fields")
    markup.element("div", ["class": "wide", "tabindex": "0"]) { wide in
      wide.element("table", ["class": "fields"]) { lines in
        lines.element("tr") {
          for title in ["field", "bits", "what it is", "when it is there"] {
            $0.element("th", ["scope": "col"], title)
          }
        }
        for row in SyntaxLine.lines(of: table) {
          switch row {
          case .group(let name, let depth, let presence):
            lines.element("tr", ["class": "group"]) {
              $0.element("td", ["colspan": "3", "style": indentation(depth)]) {
                $0.element("code", name)
              }
              $0.element("td", presence)
            }
          case .field(let field, let depth, let presence):
            line(field, depth, presence, &lines)
          }
        }
      }
    }
    if !table.isComplete {
      markup.element("p", ["class": "faint"], "What follows depends on the data itself.")
    }
  }

  private func line(
    _ field: BoxSyntaxText, _ depth: Int, _ presence: String, _ markup: inout Markup
  ) {
    markup.element("tr") { cells in
      cells.element("td", ["style": indentation(depth)]) {
        $0.element("code", field.row.name)
      }
      cells.element("td", field.width)
      cells.element("td") { cell in
        let values = field.values
        guard !values.isEmpty else { return cell.text(field.kind) }
        if values.count > 6 {
          cell.element("details") {
            $0.element("summary", "\(field.kind): \(values.count) values")
            list(values, &$0)
          }
        } else {
          cell.text(field.kind)
          list(values, &cell)
        }
      }
      cells.element("td", presence)
    }
    markup.line()
  }

  private func list(_ values: [(value: String, meaning: String)], _ markup: inout Markup) {
    markup.element("dl", ["class": "values"]) { list in
      for (value, meaning) in values {
        list.element("dt", value)
        list.element("dd", meaning)
      }
    }
  }

  private func indentation(_ depth: Int) -> String? {
    depth > 0 ? "padding-left: \(depth * 12)px" : nil
  }

  private func rules(of explanation: BoxExplanation, _ markup: inout Markup) {
    if !explanation.rules.isEmpty {
      markup.element("h3", "Rules of verify")
      markup.element("ul") { list in
        for rule in explanation.rules {
          list.element("li") { item in
            item.element("a", ["href": "rules.html#\(rule.id)"], rule.id)
            item.text(" ")
            item.element("span", ["class": rule.severity.rawValue], rule.severity.rawValue)
            item.text(": \(rule.sentence)")
          }
        }
      }
    }
    guard !explanation.quirks.isEmpty else { return }
    markup.element("h3", "Habits of writers")
    markup.element("ul") { list in
      for quirk in explanation.quirks {
        list.element("li") { item in
          item.element("b", quirk.writer.rawValue)
          item.text(": \(quirk.sentence) ")
          item.element("code", quirk.id)
        }
      }
    }
  }
}
