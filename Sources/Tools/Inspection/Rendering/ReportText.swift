import FieldCoding
public import Text
public import Verification

extension Finding {
  /// The subject and its location: `the box ... at meta/iloc, byte 1234`.
  var sentence: String {
    let location = [document, fieldPath, line.map { "line \($0)" } ?? "byte \(offset)"]
    return "\(message)\(repeats)\(known) [\(rule.id)] at "
      + location.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// ` (the first of 12 such findings)`
  private var repeats: String {
    repeatCount > 1 ? " (the first of \(grouped(repeatCount)) such findings)" : ""
  }

  /// `; known of Sony's cameras (sony-in-band-sets)`
  private var known: String {
    quirk.map { "; known of \($0.writer.rawValue) (\($0.id))" } ?? ""
  }
}

extension Report {
  /// Writes one line for each finding, in the form of compiler messages, and one line with their numbers.
  public func write(to output: TextOutput, _ style: ReportTextStyle) {
    for finding in findings { write(finding, to: output, style) }
    for (rule, count) in omitted {
      output.sentence(
        style.strong(printable(name)) + ": " + style.severity(rule.severity)
          + ": \(counted(count, "more such finding")) [\(rule.id)]", indent: 2)
    }
    output.line(style.strong(printable(name)) + ": " + tally)
  }

  /// One finding of this report, or one that belongs to it.
  package func write(_ finding: Finding, to output: TextOutput, _ style: ReportTextStyle) {
    output.sentence(
      style.strong(printable(name)) + ": " + style.severity(finding.severity) + ": "
        + printable(finding.sentence), indent: 2)
  }

  /// `2 errors, 1 note`
  package var tally: String {
    let counts = Severity.allCases.reversed().compactMap { severity in
      let count = count(severity)
      return count == 0 ? nil : counted(count, severity.rawValue)
    }
    return counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
  }
}

/// The style of text: with colours for a terminal, and without colours for a pipe.
public struct ReportTextStyle: Sendable {
  /// Whether text has colours, with the escape sequences of ECMA-48 §8.3.117 (SGR).
  public var isColoured: Bool
  /// A style with or without colours.
  public init(isColoured: Bool = false) { self.isColoured = isColoured }

  /// The text before and after faint text.
  var faintly: (start: String, end: String) { around("2") }

  private func around(_ code: String) -> (start: String, end: String) {
    isColoured ? ("\u{1B}[\(code)m", "\u{1B}[0m") : ("", "")
  }

  private func paint(_ code: String, _ text: String) -> String {
    guard isColoured else { return text }
    let (start, end) = around(code)
    return start + text + end
  }
  /// `text` as a heading: bold, if there are colours.
  public func heading(_ text: String) -> String { strong(text) }
  package func strong(_ text: String) -> String { paint("1", text) }
  package func faint(_ text: String) -> String { paint("2", text) }
  func alarm(_ text: String) -> String { paint("31", text) }
  func caution(_ text: String) -> String { paint("33", text) }
  package func name(_ text: String) -> String { paint("36", text) }
  func removed(_ text: String) -> String { paint("31", text) }
  func added(_ text: String) -> String { paint("32", text) }
}

extension ReportTextStyle {
  package func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: alarm(severity.rawValue)
    case .warning: caution(severity.rawValue)
    case .note: name(severity.rawValue)
    }
  }
}

// MARK: - The tree

extension ReportTextStyle {
  /// The name of a box, in the colour of its content.
  func box(_ name: String, type: Substring, isKnown: Bool) -> String {
    switch type {
    case "mdat", "imda", "idat": media(name)
    case "free", "skip", "wide": faint(name)
    default: isKnown ? strong(name) : unknown(name)
    }
  }

  private func media(_ text: String) -> String { paint("1;32", text) }
  private func unknown(_ text: String) -> String { paint("1;35", text) }

  /// The meaning of the colours of a tree; nil if there are none.
  var treeLegend: String? {
    guard isColoured else { return nil }
    return [
      strong("box or item"), media("media data"), faint("free space, sizes and offsets"),
      unknown("unknown box"), name("field") + " = value", alarm("damaged"),
    ].joined(separator: faint(" · "))
  }
}

// MARK: - Kinds of bytes

extension ReportTextStyle {
  /// A character for bytes of a kind; they differ without colours, too.
  func bytes(_ kind: ByteKind) -> String {
    let (colour, character) =
      switch kind {
      case .video: ("34", "█")
      case .items: ("32", "▓")
      case .audio: ("33", "▒")
      case .description: ("36", "≡")
      case .other: ("35", "░")
      case .free: ("2", "·")
      case .lost: ("31", "×")
      }
    return paint(colour, character)
  }
}

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
