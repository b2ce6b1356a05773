import Exif
import HEIF
public import ISOBMFF
import Movie

/// What is known of one file: what it is, what is in it, and what is wrong with it.
public struct FileInspection: Sendable {
  public let name: String
  public let bytes: Bytes
  public let kind: FileKind
  /// Everything that is wrong or odd.
  public let findings: [Finding]
  /// The summary, in the order in which a person reads it.
  public let summary: [ReportEntry]
  /// In a few words: "HEIC photo", "QuickTime movie".
  public let title: String
  private let limits: DecodeLimits

  /// Reads all boxes of `bytes`, and of the rest what the summary needs.
  public init(_ bytes: Bytes, name: String, limits: DecodeLimits = DecodeLimits()) {
    self.bytes = bytes
    self.name = name
    self.limits = limits
    kind = FileKind(bytes)
    switch kind {
    case .boxes:
      let contents = BoxContents(bytes, limits: limits)
      title = contents.title
      summary = contents.summary
      findings = contents.findings
    case .jpeg:
      let contents = JPEGContents(bytes, limits: limits)
      title = contents.title
      summary = contents.summary
      findings = contents.findings
    case .other(let words):
      title = words
      summary = []
      findings = []
    case .empty:
      title = "an empty file"
      summary = []
      findings = []
    case .unknown:
      title = "a file of an unknown kind"
      summary = []
      findings = []
    }
  }

  /// Why there is nothing to show; nil if there is.
  public var refusal: String? {
    switch kind {
    case .boxes, .jpeg: nil
    case .empty: "is empty (0 bytes)"
    case .other(let words): "is \(words), which boxwalk does not read"
    case .unknown:
      "is not a photo or movie that boxwalk reads: it starts with \(Hex.spaced(bytes.prefix(8)))"
        + " at byte 0, where a box would have its size and type"
    }
  }

  /// How a file is to be judged by what was found.
  public enum Verdict: Sendable { case sound, doubtful, damaged }

  public var verdict: Verdict {
    if refusal != nil || findings.contains(where: { $0.severity == .damage }) { return .damaged }
    return findings.contains { $0.severity == .contradiction } ? .doubtful : .sound
  }
}

/// Something about a file that a person should know.
public struct Finding: Sendable {
  public enum Severity: String, Sendable {
    /// Something could not be read, or is missing.
    case damage
    /// Parts of the file do not agree; it can be read all the same.
    case contradiction
    /// A version that is newer than this program.
    case unknown
  }
  public var severity: Severity
  public var error: FieldError

  init(_ severity: Severity, _ error: FieldError) {
    self.severity = severity
    self.error = error
  }

  /// Of an error that came up while boxes were read.
  init(decoding error: FieldError) {
    if case .unsupportedVersion = error.reason {
      self.init(.unknown, error)
    } else {
      self.init(.damage, error)
    }
  }
}

// MARK: - Rendering

extension FileInspection {
  /// The version of the JSON document; it changes when programs that read it would break.
  static let schema = "boxwalk.inspect/1"

  /// A file that was cut off has a finding for each item that is lost: a summary shows the first.
  private static let shownFindings = 8

  public func writeSummary(to output: Output, _ style: Style) {
    guard refusal == nil else { return }
    output.line(style.strong(printable(name)) + ": " + title)
    let shown = summary.filter { !$0.label.isEmpty && !$0.text.isEmpty }
    let width = shown.map { $0.label.count }.max() ?? 0
    for entry in shown {
      for (index, text) in entry.text.enumerated() {
        let label = index == 0 ? entry.label : ""
        let padding = String(repeating: " ", count: width - label.count + 2)
        output.line("  " + style.name(label) + padding + printable(shortened(text)))
      }
    }
    for finding in findings.prefix(FileInspection.shownFindings) {
      output.line(
        "  " + style.alarm(finding.severity.rawValue) + "  " + printable("\(finding.error)"))
    }
    if findings.count > FileInspection.shownFindings {
      output.line(
        "  … and \(findings.count - FileInspection.shownFindings) more findings; --json lists them all"
      )
    }
  }

  /// False if there was nothing to show.
  public func writeTree(to output: Output, _ options: TreeOptions, _ style: Style) -> Bool {
    guard kind == .boxes else { return refusal != nil }
    let sink = TreeText(output, bytes: bytes, options: options, style: style)
    BoxFile.describe(bytes, limits: limits, to: sink)
    return !sink.isEmpty
  }

  public func writeJSON(to output: Output, tree: TreeOptions?) {
    var json = JSONWriter(output)
    json.open(.object)
    json.key("schema")
    json.string(FileInspection.schema)
    json.key("file")
    json.string(name)
    json.key("size")
    json.integer(bytes.count)
    json.key("kind")
    json.string(title)
    if let refusal {
      json.key("error")
      json.string(refusal)
    }
    json.key("summary")
    ReportValue.object(summary.map { ($0.key, $0.value) }).write(to: &json)
    json.key("findings")
    ReportValue.array(
      findings.map { finding in
        .object([
          ("severity", .string(finding.severity.rawValue)),
          ("path", .string(finding.error.path.joined(separator: "/"))),
          ("offset", .int(finding.error.offset)),
          ("message", .string("\(finding.error.reason)")),
        ])
      }
    ).write(to: &json)
    if let tree, kind == .boxes {
      json.key("boxes")
      json.open(.array)
      let sink = TreeJSON(json, options: tree)
      BoxFile.describe(bytes, limits: limits, to: sink)
      json = sink.writer
      json.close(.array)
    }
    json.close(.object)
  }
}
