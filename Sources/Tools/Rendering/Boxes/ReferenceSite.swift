import FieldCoding
public import ISOBMFF
public import Text
import Verification

/// The catalogue as pages that refer to each other: an index, a page for each code, and the rules. They need
/// no network, no server and no script.
public struct ReferenceSite: Sendable {
  /// A page.
  public struct File: Sendable {
    /// The name of its file.
    public let name: String
    let content: Content
  }

  enum Content: Sendable {
    case index
    case rules
    case code(FourCC)
  }

  /// All pages: `index.html` first.
  public let pages: [File]
  /// The entries of each code, in the order of the catalogue.
  let entries: [FourCC: [Catalogue.Entry]]

  /// The pages of the whole catalogue.
  public init() {
    entries = Dictionary(grouping: Catalogue.entries, by: \.code)
    let codes = entries.keys.sorted { $0.rawValue < $1.rawValue }
    pages =
      [File(name: "index.html", content: .index), File(name: "rules.html", content: .rules)]
      + codes.map { File(name: ReferenceSite.fileName($0), content: .code($0)) }
  }

  /// The file of a code's page. Small letters and digits are written unchanged; others are `~` with two
  /// hexadecimal digits, as some file systems take `Exif` and `exif` for the same.
  public static func fileName(_ code: FourCC) -> String {
    code.latin1.unicodeScalars.map { scalar in
      let isPlain = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
      let digits = String(scalar.value, radix: 16)
      return isPlain ? "\(scalar)" : "~" + (digits.count < 2 ? "0" : "") + digits
    }.joined() + ".html"
  }

  /// Writes a page.
  public func write(_ page: File, to output: TextOutput) {
    switch page.content {
    case .index:
      write(title: "Boxes and codes", isIndex: true, to: output) { index(&$0) }
    case .rules:
      write(title: "Rules of verify", to: output) { rules(&$0) }
    case .code(let code):
      let entries = entries[code] ?? []
      let name = entries.first?.name ?? ""
      write(title: "\(code)\(name.isEmpty ? "" : ": \(name)")", to: output) {
        for entry in entries { explain(BoxExplanation(entry), &$0) }
      }
    }
  }

  private func write(
    title: String, isIndex: Bool = false, to output: TextOutput, _ body: (inout Markup) -> Void
  ) {
    var page = Page(title: title)
    page.style = [ReferenceSite.style]
    page.write(to: output) { output in
      output.put(
        Markup { markup in
          markup.element("nav") {
            if !isIndex { $0.element("a", ["href": "index.html"], "All boxes and codes") }
            if title != "Rules of verify" { $0.element("a", ["href": "rules.html"], "Rules") }
          }
          markup.element("main") {
            $0.element("h1", title)
            body(&$0)
          }
        })
    }
  }

  static let style = StyleSheet(
    """
    nav { display: flex; gap: 1.2rem } main section { margin-top: 1.5rem }
    .codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: .1rem 1.5rem;
      list-style: none; padding: 0 }
    .codes a { font: .9em ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre; margin-right: .5rem }
    pre { font: .8rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; background: var(--panel); padding: .6rem .8rem }
    .fields { min-width: 38rem; overflow-wrap: normal } .fields td { border-top: 1px solid var(--line) } .fields .group td { font-weight: 600 }
    .fields code { white-space: nowrap } dl.values { display: grid; grid-template-columns: auto 1fr; gap: 0 .7rem; margin: 0 }
    dl.values dd { margin: 0 } dl.values dt { font-variant-numeric: tabular-nums }

    """)

  // MARK: Lists

  private func index(_ markup: inout Markup) {
    markup.element(
      "p",
      "Every box and every code that Boxwalk knows, with its fields as the program reads and writes them."
    )
    let kinds = Catalogue.Kind.allCases.map { kind in
      (kind: kind, entries: Catalogue.entries.filter { $0.kind == kind })
    }.filter { !$0.entries.isEmpty }
    markup.element("ul", ["class": "legend"]) { list in
      for (kind, entries) in kinds {
        list.element("li") {
          $0.element("a", ["href": "#\(kind.anchor)"], "\(kind.rawValue) (\(entries.count))")
        }
      }
    }
    let reasons = Catalogue.reasonsForNamesOnly(in: Catalogue.entries)
    markup.element(
      "p",
      "Of \(reasons.reduce(0) { $0 + $1.count }) codes, only the name is known: "
        + reasons.map { "\($0.count) because \($0.reason)" }.joined(separator: "; ") + ".")
    for (kind, entries) in kinds {
      markup.element("section") { section in
        section.element("h2", ["id": kind.anchor], kind.rawValue)
        section.element("ul", ["class": "codes"]) { list in
          for entry in entries {
            list.element("li") {
              link(entry, &$0)
              $0.text(entry.name)
            }
            list.line()
          }
        }
      }
    }
  }

  private func rules(_ markup: inout Markup) {
    var concerned: [String: Set<FourCC>] = [:]
    for entry in Catalogue.entries where entry.isBox {
      for rule in BoxExplanation.rules(for: entry) {
        concerned[rule.id, default: []].insert(entry.code)
      }
    }
    for rule in Rules.all.sorted(by: { $0.id < $1.id }) {
      markup.element("section") { section in
        section.element("h2", ["id": rule.id]) { $0.element("code", rule.id) }
        section.element("p") { line in
          line.element("span", ["class": rule.severity.rawValue], rule.severity.rawValue)
          line.text(", \(rule.clause). \(rule.sentence)")
        }
        for quirk in RuleQuirk.all where quirk.rule.id == rule.id {
          section.element("p", ["class": "faint"], "\(quirk.writer.rawValue): \(quirk.sentence)")
        }
        let codes = concerned[rule.id, default: []].sorted { $0.rawValue < $1.rawValue }
        if !codes.isEmpty {
          section.element("p") { line in
            line.text("Boxes: ")
            for code in codes {
              link(code, &line)
              line.text(" ")
            }
          }
        }
      }
    }
  }

  func link(_ entry: Catalogue.Entry, _ markup: inout Markup) { link(entry.code, &markup) }

  func link(_ code: FourCC, _ markup: inout Markup) {
    guard entries[code] != nil else { return markup.element("code", "\(code)") }
    markup.element("a", ["href": ReferenceSite.fileName(code)], "\(code)")
  }
}

extension Catalogue.Kind {
  /// The name of its anchor in a page.
  var anchor: String { rawValue.split(separator: " ").joined(separator: "-") }
}

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
