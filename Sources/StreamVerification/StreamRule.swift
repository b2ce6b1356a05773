/// Something that a stream must be, should be, or had better be.
///
/// One rule is one type in one file, and one line in ``StreamRules/all``. Tests fire each of them by a small change to
/// a good stream.
public protocol StreamRule: StatedRule {
  /// Reports each place where `stream` breaks the rule.
  static func check(_ stream: ExaminedStream, _ findings: inout Findings)
}

/// All rules of streams, by area.
public enum StreamRules {
  /// All rules in the order in which they are asked.
  public static let all: [any StreamRule.Type] = streams + hls + dash
}

extension Report {
  /// Asks each of `rules`. What repeats in a track is one finding.
  public init(_ stream: ExaminedStream, rules: [any StreamRule.Type] = StreamRules.all) {
    self.init(stream, rules: rules, foldsRepeats: true)
  }

  init(
    _ stream: ExaminedStream, rules: [any StreamRule.Type] = StreamRules.all, foldsRepeats: Bool
  ) {
    self.init(
      name: stream.name,
      rules.map { rule in (rule, { (findings: inout Findings) in rule.check(stream, &findings) }) },
      foldsRepeats: foldsRepeats)
  }
}

extension Findings {
  /// Reports what a document of the stream states somewhere.
  mutating func add(at place: StreamPlace, _ message: @autoclosure () -> String) {
    add(in: place.document, line: place.line, element: place.element, message())
  }

  /// Reports an element of a manifest.
  mutating func add(
    at element: ManifestElement, in stream: ExaminedStream, _ message: @autoclosure () -> String
  ) {
    add(in: stream.documentName, line: element.line, element: element.path, message())
  }

  /// Reports a tag of the playlist that the stream begins with.
  mutating func add(line: Int, of stream: ExaminedStream, _ message: @autoclosure () -> String) {
    add(in: stream.documentName, line: line, message())
  }
}
