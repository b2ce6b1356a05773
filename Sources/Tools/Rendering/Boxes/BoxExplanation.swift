import FieldCoding
public import ISOBMFF
public import Inspection
public import Text
public import Verification

/// The information about a code: its entry in the catalogue, its fields, its possible content, the rules about it, and
/// an example.
public struct BoxExplanation: Sendable {
  /// The entry of the code in the catalogue.
  public let entry: Catalogue.Entry
  /// Its fields; nil if they are not known.
  public let table: SyntaxTable?
  /// The boxes that its definition allows in it, by code.
  public let contents: [Catalogue.Entry]
  /// The rules of `verify` that concern it, by name.
  public let rules: [FileRule]
  /// What writers are known to do against those rules.
  public let quirks: [RuleQuirk]
  /// One of a file of the samples; nil if none has it.
  public let example: BoxExample?

  /// Explains an entry of the catalogue.
  public init(_ entry: Catalogue.Entry) {
    self.entry = entry
    table = entry.table
    contents = BoxExplanation.contents[entry.code, default: []]
    rules = entry.isBox ? BoxExplanation.rules(for: entry) : []
    let names = Set(rules.map { $0.id })
    quirks = RuleQuirk.all.filter { names.contains($0.rule.id) }
    example = entry.isBox ? BoxExample.all.first { $0.isOf(entry) } : nil
  }

  /// All entries for boxes and structures inside a box, by the type of that box.
  private static let contents: [FourCC: [Catalogue.Entry]] = {
    var contents: [FourCC: [Catalogue.Entry]] = [:]
    for entry in Catalogue.entries {
      for container in entry.contexts.flatMap(\.containers) {
        guard case .box(let type) = container else { continue }
        contents[type, default: []].append(entry)
      }
    }
    return contents
  }()

  /// Rules that have its code in their names, mention it, or belong to the clause that defines it.
  static func rules(for entry: Catalogue.Entry) -> [FileRule] {
    let code = "\(entry.code)"
    let word = code.lowercased().filter { $0 != " " }
    let hasClause = entry.specification.contains("§")
    // A reference or a group may have the same code as a box, and those rules are about the box.
    let isNamed = [.box, .itemProperty, .sampleEntry, .sampleGroup].contains(entry.kind)
    return words.filter { rule in
      isNamed && (rule.first == word || rule.words.contains(code))
        || hasClause && rule.clauses.contains(entry.specification)
    }.map(\.rule)
  }

  /// The codes that rules have in their names or mention, in the order of their names.
  private static let words: [RuleWords] = Rules.all.map { RuleWords($0) }.sorted {
    $0.rule.id < $1.rule.id
  }

  private struct RuleWords {
    let rule: FileRule
    /// The start of its name.
    let first: String
    /// The words of its sentence.
    let words: Set<String>
    let clauses: Set<String>

    init(_ rule: FileRule) {
      self.rule = rule
      first = rule.id.split(separator: "-").first.map(String.init) ?? ""
      let words = rule.sentence.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      self.words = Set(words.map(String.init))
      clauses = Set(rule.clause.split(separator: ";").map { String($0.drop { $0 == " " }) })
    }
  }
}

extension Catalogue.Entry {
  /// Whether it occurs in a file as a box, or as an entry of a box.
  var isBox: Bool {
    switch kind {
    case .brand, .handler, .itemType, .scheme, .colourType, .trackSelection: false
    default: true
    }
  }

  /// A sentence about the parts that are read; nil if everything is.
  var reading: String? {
    switch syntax {
    case .fields, .boxes: nil
    case .data(let reason):
      "It is shown as bytes\(reason.map { ": \($0)" } ?? "")."
    case .value: "It is a code of the registration authority, and has no fields."
    case .named(let reason): "Only its name is known: \(reason)."
    }
  }
}

/// A box of a file of SampleMedia, as `boxwalk inspect` shows it.
public struct BoxExample: Equatable, Sendable {
  /// The type of the box, as it is written.
  public let code: String
  /// The type of the box around it; empty at the top of the file.
  public let container: String
  /// The file in SampleMedia.
  public let file: String
  /// The way to the box.
  public let path: String
  /// The first lines of its output.
  public let text: String

  init(_ code: String, _ container: String, _ file: String, _ path: String, _ text: String) {
    (self.code, self.container, self.file) = (code, container, file)
    (self.path, self.text) = (path, text)
  }

  /// Whether it is one of these: codes mean something else in some boxes.
  func isOf(_ entry: Catalogue.Entry) -> Bool {
    guard "\(entry.code)" == code else { return false }
    return switch container {
    case "tref": entry.kind == .trackReference
    case "iref": entry.kind == .itemReference
    case "ilst": entry.kind == .metadata
    case "udta": entry.kind == .userData
    case "stsd": entry.kind == .sampleEntry
    default: [.box, .itemProperty, .dataReference, .entityGroup, .trackGroup].contains(entry.kind)
    }
  }
}

/// The text of a row of a syntax.
struct BoxSyntaxText {
  let row: SyntaxTable.Row
  let table: SyntaxTable

  init(_ row: SyntaxTable.Row, of table: SyntaxTable) {
    (self.row, self.table) = (row, table)
  }

  /// `16`, `16; 32 in version 2`, `set by offset_size`
  var width: String {
    if !row.widthFields.isEmpty { return "set by \(row.widthFields.joined(separator: ", "))" }
    var groups: [(bits: Int?, versions: [UInt8])] = []
    for (version, bits) in row.bits.sorted(by: { $0.key < $1.key }) {
      if let index = groups.firstIndex(where: { $0.bits == bits }) {
        groups[index].versions.append(version)
      } else {
        groups.append((bits, [version]))
      }
    }
    func text(_ bits: Int?) -> String { bits.map { "\($0)" } ?? "any" }
    guard let first = groups.first else { return "" }
    let others = groups.dropFirst().map {
      "\(text($0.bits)) in \(BoxSyntaxText.versions($0.versions))"
    }
    return ([text(first.bits)] + others).joined(separator: "; ")
  }

  /// The condition under which it exists; empty if it always does.
  var presence: String {
    let always = table.versions.filter(row.versions.contains)
    let others = table.versions.filter { !always.contains($0) && row.bits[$0] != nil }
    var parts: [String] = []
    if !always.isEmpty, always.count < table.versions.count {
      parts.append(BoxSyntaxText.versions(always))
    }
    let conditions = row.conditions.joined(separator: ", or ")
    if !conditions.isEmpty {
      let some =
        others.isEmpty || others.count == table.versions.count
        ? "" : BoxSyntaxText.versions(others) + " "
      parts.append(some + conditions)
    }
    return parts.joined(separator: "; ")
  }

  /// `version 1`, `versions 0 and 2`
  static func versions(_ versions: [UInt8]) -> String {
    let numbers = versions.map { "\($0)" }
    guard let last = numbers.last, numbers.count > 1 else {
      return "version \(numbers.first ?? "")"
    }
    return "versions \(numbers.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The kind of the field, in a word or two.
  var kind: String {
    if row.path == ["version"], let first = table.versions.first, let last = table.versions.last {
      return first == last ? "\(first)" : "\(first) to \(last)"
    }
    return form
  }

  private var form: String {
    switch row.kind {
    case .flag: "flag"
    case .text: "text"
    case .bytes: "bytes"
    case .boxes: "boxes"
    case .recursion: "the same structure again"
    case .reserved(let value): value == 0 ? "reserved" : "reserved, 0x\(String(value, radix: 16))"
    case .number(let format, let isSigned): BoxSyntaxText.kind(format, isSigned: isSigned)
    }
  }

  private static func kind(_ format: FieldFormat, isSigned: Bool) -> String {
    switch format {
    case .decimal: isSigned ? "signed number" : "number"
    case .hex: "bits"
    case .fourCC: "four characters"
    case .fixed(let fraction): "fixed point, \(fraction) bits of fraction"
    case .seconds1904: "seconds since 1904"
    case .language: "language"
    case .float: "floating point"
    case .names: "one of"
    case .flags: "flags"
    case .offset(let offset): BoxSyntaxText.kind(offset)
    }
  }

  private static func kind(_ offset: OffsetField) -> String {
    switch offset {
    case .position(let origin, _): "position, counted from \(text(origin))"
    case .base(let origin, _): "base of positions, counted from \(text(origin))"
    case .size(.previousOffset): "size of what is there"
    case .size(.parent): "size of the box around"
    case .size(.restOfFile): "size of the rest of the file"
    }
  }

  private static func text(_ origin: OffsetField.Origin) -> String {
    switch origin {
    case .file: "the start of the file"
    case .outermostFile: "the start of the outermost file"
    case .sampleData: "the base of the fragment"
    case .itemData: "the start of idat's data"
    case .item: "the start of another item"
    case .otherFile: "the start of another file"
    case .endOfBox: "the end of the box"
    case .subsegments: "the end of sidx"
    case .previousOffset: "the position before"
    case .base: "the base"
    }
  }

  /// Values that mean something, in order: `0` with `file`.
  var values: [(value: String, meaning: String)] {
    guard case .number(let format, _) = row.kind else { return [] }
    switch format {
    case .names(let names): return names.all.map { ("\($0.value)", $0.name) }
    case .flags(let names):
      return names.flags.map { flag in
        let mask = "0x" + String(flag.mask, radix: 16)
        return (
          flag.mask == flag.value ? mask : "\(mask): \(String(flag.value, radix: 16))", flag.name
        )
      }
    default: return []
    }
  }
}

/// A line of a syntax: a structure that starts, or a field.
enum SyntaxLine {
  /// - Parameter presence: the condition for the whole group; empty if it is always present, or if its fields differ.
  case group(name: String, depth: Int, presence: String)
  /// - Parameter presence: the condition under which it exists; empty if it always does, or if a structure around it
  ///   states it.
  case field(BoxSyntaxText, depth: Int, presence: String)

  /// The lines of a table, from top to bottom.
  static func lines(of table: SyntaxTable) -> [SyntaxLine] {
    let rows = table.rows.map { BoxSyntaxText($0, of: table) }
    var lines: [SyntaxLine] = []
    // The open structures, each with the condition of its fields.
    var open: [(name: String, presence: String)] = []
    for (index, field) in rows.enumerated() {
      let groups = field.row.path.dropLast()
      var common = 0
      while common < min(groups.count, open.count), groups[common] == open[common].name {
        common += 1
      }
      open.removeSubrange(common...)
      for depth in common..<groups.count {
        let inside = rows[index...].prefix { $0.row.path.starts(with: groups.prefix(depth + 1)) }
        let isTheSame = inside.allSatisfy { $0.presence == field.presence }
        let isSaid = open.contains { !$0.presence.isEmpty }
        let presence = isTheSame && !isSaid && inside.count > 1 ? field.presence : ""
        lines.append(.group(name: groups[depth], depth: depth, presence: presence))
        open.append((groups[depth], presence))
      }
      let isSaid = open.contains { !$0.presence.isEmpty }
      lines.append(.field(field, depth: groups.count, presence: isSaid ? "" : field.presence))
    }
    return lines
  }
}

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
