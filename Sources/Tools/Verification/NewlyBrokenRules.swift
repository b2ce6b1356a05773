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
