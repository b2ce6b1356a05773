public import ISOBMFF

/// The findings of rules for one file.
public struct Report: Sendable {
  /// The name of the file, as the user wrote it.
  public let name: String
  /// The findings, grouped by rule, the most severe first.
  public private(set) var findings: [Finding] = []
  /// Rules with more findings than are listed, with the number of findings that are left out.
  public private(set) var omitted: [(rule: any StatedRule, count: Int)] = []

  /// Checks a file with each of `rules`.
  ///
  /// If bytes of the file cannot be read, they count as zeros. Later findings of rules are dropped then, and
  /// ``Rules/fileUnread`` reports the reason.
  public init(_ file: ExaminedFile, rules: [FileRule] = Rules.all) {
    let source = file.bytes.source
    self.init(
      name: file.name,
      rules.map { rule in
        (
          rule,
          { (findings: inout Findings) in
            rule.check(file, &findings)
            if source.problem != nil { findings = Findings(rule) }
          }
        )
      },
      quirk: { RuleQuirk.quirk(of: $0, in: file) })
    if let problem = source.problem {
      findings.insert(contentsOf: Report.unread(problem), at: 0)
    }
    for index in findings.indices {
      guard let part = file.bytes.source.joinedFile(at: findings[index].offset) else { break }
      (findings[index].document, findings[index].offset) = (part.name, part.offset)
    }
    foldReasons()
  }

  private static func unread(_ problem: String) -> [Finding] {
    var findings = Findings(Rules.fileUnread)
    findings.add(
      offset: 0,
      "some of the file was not read, because it \(problem): what depends on it was not checked")
    return findings.kept
  }

  /// Makes one finding of those with the same reason.
  private mutating func foldReasons() {
    var indices: [String: Int] = [:]
    var folded: [Finding] = []
    for finding in findings {
      if let index = indices[finding.reason] {
        folded[index].further.append(finding)
        folded[index].repeatCount += finding.repeatCount
      } else {
        indices[finding.reason] = folded.count
        folded.append(finding)
      }
    }
    findings = folded
    // Those that are not kept have the reason of those that are, if that is one.
    omitted.removeAll { rule, count in
      let kept = findings.indices.filter { findings[$0].rule.id == rule.id }
      guard kept.count == 1 else { return false }
      findings[kept[0]].repeatCount += count
      return true
    }
  }

  /// Runs rules of any kind.
  ///
  /// - Parameters:
  ///   - checks: rules, each with the function that finds where it is broken.
  ///   - foldsRepeats: whether repeated findings in a track of a stream become one finding.
  ///   - quirk: returns the quirk that explains a finding.
  package init(
    name: String, _ checks: [(rule: any StatedRule, check: (inout Findings) -> Void)],
    foldsRepeats: Bool = true, quirk: (Finding) -> RuleQuirk? = { _ in nil }
  ) {
    self.name = name
    var findings: [Finding] = []
    for (rule, check) in checks.sorted(by: { $0.rule.severity > $1.rule.severity }) {
      var found = Findings(rule, folds: foldsRepeats)
      check(&found)
      findings += found.kept.map { finding in
        var finding = finding
        finding.quirk = quirk(finding)
        return finding
      }
      if found.count > found.kept.count { omitted.append((rule, found.count - found.kept.count)) }
    }
    self.findings = Report.sorted(findings)
  }

  /// Adds the findings about a part of the subject.
  package mutating func add(_ other: Report) {
    add(other.findings)
    for (rule, count) in other.omitted { omit(rule, count) }
  }

  /// Adds later findings. At most `limit` are kept, the most severe; the others are counted.
  package mutating func add(_ more: [Finding], limit: Int = .max) {
    let all = Report.sorted(findings + more)
    findings = Array(all.prefix(limit))
    for finding in all.dropFirst(findings.count) { omit(finding.rule, 1) }
  }

  private mutating func omit(_ rule: any StatedRule, _ count: Int) {
    if let index = omitted.firstIndex(where: { $0.rule.id == rule.id }) {
      omitted[index].count += count
    } else {
      omitted.append((rule, count))
    }
  }

  /// The findings, the most severe first. Quirks no longer count as errors.
  private static func sorted(_ findings: [Finding]) -> [Finding] {
    Severity.allCases.reversed().flatMap { severity in
      findings.filter { $0.severity == severity }
    }
  }

  /// The highest severity of all findings; nil if there are none.
  public var worst: Severity? { findings.map(\.severity).max() }

  /// The number of findings of a severity, including those that are left out.
  public func count(_ severity: Severity) -> Int {
    omitted.filter { $0.rule.severity == severity }.reduce(
      findings.filter { $0.severity == severity }.count
    ) { $0 + $1.count }
  }
}

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

/// The severity of a finding.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// It is worth knowing; programs show the file correctly.
  case note
  /// Some programs will refuse the file or show it differently.
  case warning
  /// Something is lost, or cannot be read correctly.
  case error

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
}

/// The rules that a file breaks, but that the file from which it was made does not break.
public struct NewlyBrokenRules {
  /// A sentence for each of those rules.
  public private(set) var sentences: [String] = []

  /// - Parameter rules: the rules whose errors are compared.
  public init(
    from old: ExaminedFile, to new: ExaminedFile, rules: [FileRule] = Rules.errors
  ) {
    let report = Report(new, rules: rules)
    guard !report.findings.isEmpty else { return }
    let before = Report(old, rules: rules)
    let (counts, earlier) = (report.countsByRule, before.countsByRule)
    // What the writer is known for is no error.
    let broken = report.findings.filter {
      $0.quirk == nil && counts[$0.rule.id, default: 0] > earlier[$0.rule.id, default: 0]
    }
    let known = Set(before.findings.map(\.message))
    var said: Set<String> = []
    for found in broken.filter({ !known.contains($0.message) }) + broken
    where said.insert(found.rule.id).inserted {
      sentences.append(
        "the edit would add an error: \(found.message) [\(found.rule.id)]")
    }
  }
}

extension Report {
  /// The number of findings for each rule, by its ID.
  fileprivate var countsByRule: [String: Int] {
    var counts: [String: Int] = [:]
    for finding in findings { counts[finding.rule.id, default: 0] += finding.repeatCount }
    for (rule, count) in omitted { counts[rule.id, default: 0] += count }
    return counts
  }
}
