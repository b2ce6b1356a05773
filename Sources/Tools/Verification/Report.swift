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
