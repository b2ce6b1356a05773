/// What the rules found in one file.
public struct Report: Sendable {
  /// The name of the file, as the user wrote it.
  public let name: String
  /// The findings rule by rule, the worst first.
  public private(set) var findings: [Finding] = []
  /// Rules that were broken more often than is shown, with the number of findings left out.
  public private(set) var omitted: [(rule: any Rule.Type, count: Int)] = []

  /// Asks each of `rules`.
  public init(_ file: ExaminedFile, rules: [any Rule.Type] = Rules.all) {
    name = file.name
    var findings: [Finding] = []
    for rule in rules.sorted(by: { $0.severity > $1.severity }) {
      var found = Findings(rule)
      rule.check(file, &found)
      findings += found.kept.map { finding in
        var finding = finding
        finding.quirk = Quirk.quirk(of: finding, in: file)
        return finding
      }
      if found.count > found.kept.count { omitted.append((rule, found.count - found.kept.count)) }
    }
    // Quirks are no errors any more.
    self.findings = Severity.allCases.reversed().flatMap { severity in
      findings.filter { $0.severity == severity }
    }
  }

  /// The worst finding; nil if there is none.
  public var worst: Severity? { findings.map(\.severity).max() }

  /// How many findings there are, those left out included.
  public func count(_ severity: Severity) -> Int {
    omitted.filter { $0.rule.severity == severity }.reduce(
      findings.filter { $0.severity == severity }.count
    ) { $0 + $1.count }
  }
}
