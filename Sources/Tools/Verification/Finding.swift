public import ISOBMFF

/// What breaks a rule: a box, a field or bytes of a file.
public struct Finding: Sendable {
  /// The rule that the file breaks.
  public var rule: any StatedRule
  /// The playlist, manifest or segment of a stream that it is about; nil for the examined file itself.
  public var document: String?
  /// The line of a playlist or manifest, from 1; nil if it is about an offset.
  public var line: Int?
  /// The path of the box; empty if it is the file itself.
  public var path: BoxPath
  /// The path of the field in that box, if it is about a field: `items[3]`, `extent_length`.
  public var field: [String]
  /// The offset in the file, in bytes.
  public var offset: Int
  /// A sentence that says what is wrong, and what the consequence is.
  public var message: String
  /// How often the rule is broken for the same reason, in a file or in the same track of a stream: this is the first
  /// time.
  public internal(set) var repeatCount = 1
  /// Further findings in a file with the same reason, up to a limit.
  public internal(set) var further: [Finding] = []

  /// The known deviation of the writer; nil if it is not one.
  public internal(set) var quirk: RuleQuirk?

  /// The severity of the rule; ``Severity/note`` for a quirk.
  public var severity: Severity { quirk == nil ? rule.severity : .note }

  /// What findings with the same reason have in common: all but their numbers.
  var reason: String {
    let types = path.steps.map { "\($0.type)" } + field
    let text = "\(types.joined(separator: "/")) \(message)".utf8.filter { byte in
      !(0x30...0x39).contains(byte) && byte != UInt8(ascii: ",") && byte != UInt8(ascii: ".")
    }
    return "\(rule.id) \(quirk?.id ?? "") " + String(decoding: text, as: UTF8.self)
  }

  /// The box and the field: `meta/iloc/items[3]/extent_length`.
  public var fieldPath: String {
    ((path.steps.isEmpty ? [] : ["\(path)"]) + field).joined(separator: "/")
  }
}

/// The collection to which rules add their findings.
public struct Findings {
  let rule: any StatedRule
  /// The first findings, up to ``limit``.
  package private(set) var kept: [Finding] = []
  private(set) var count = 0

  /// Damage can break a rule a million times, and too many sentences do not help.
  static let limit = 64

  /// Whether repeated findings in a track of a stream become one finding.
  private let folds: Bool

  package init(_ rule: any StatedRule, folds: Bool = true) {
    (self.rule, self.folds) = (rule, folds)
  }

  /// Adds a finding about a box.
  ///
  /// - Parameter offset: the offset in the file, if it is not that of the box.
  public mutating func add(
    at box: ExaminedBox, field: @autoclosure () -> [String] = [], offset: Int? = nil,
    _ message: @autoclosure () -> String
  ) {
    add({ box.path }, field, offset ?? box.offset, message)
  }

  /// Adds a finding about the file itself.
  public mutating func add(offset: Int, _ message: @autoclosure () -> String) {
    add({ BoxPath(steps: []) }, { [] }, offset, message)
  }

  /// Adds a finding about a line of a document of a stream.
  ///
  /// - Parameter element: the path of an XML element; empty for none.
  package mutating func add(
    in document: String, line: Int, element: String = "", _ message: @autoclosure () -> String
  ) {
    add({ BoxPath(steps: []) }, { element.isEmpty ? [] : [element] }, 0, message)
    guard count <= Findings.limit else { return }
    (kept[kept.count - 1].document, kept[kept.count - 1].line) = (document, line)
  }

  /// Reports a box of a file of a stream.
  package mutating func add(
    in document: String, path: BoxPath = BoxPath(steps: []), offset: Int,
    _ message: @autoclosure () -> String
  ) {
    add({ path }, { [] }, offset, message)
    guard count <= Findings.limit else { return }
    kept[kept.count - 1].document = document
  }

  /// Adds the findings about each element, such as a track, as one finding, with their number.
  package mutating func foldEach<Element>(
    _ elements: some Sequence<Element>, _ body: (Element, inout Findings) -> Void
  ) {
    for element in elements {
      let (first, before) = (kept.count, count)
      body(element, &self)
      guard folds, count - before > 1 else { continue }
      if first < kept.count {
        kept.removeSubrange((first + 1)...)
        kept[first].repeatCount = count - before
      }
      count = before + 1
    }
  }

  /// The sentence is only made if the finding is kept.
  private mutating func add(
    _ path: () -> BoxPath, _ field: () -> [String], _ offset: Int, _ message: () -> String
  ) {
    count += 1
    guard count <= Findings.limit else { return }
    kept.append(
      Finding(rule: rule, path: path(), field: field(), offset: offset, message: message()))
  }
}
