import ISOBMFF
import Testing
import Verification

@Suite struct RuleTests {
  @Test(arguments: Sample.names)
  func aGoodFileHasNoFindings(name: String) throws {
    let report = Report(ExaminedFile(Bytes(try Sample.bytes(name)), name: name))
    let known = Sample.notes[name] ?? []
    #expect(
      report.findings.filter { !known.contains($0.rule.id) }
        .map { "\($0.rule.id) \($0.fieldPath): \($0.message)" } == [])
    #expect(known.isSubset(of: report.findings.map { $0.rule.id }))
  }

  @Test(arguments: Mutation.all)
  func aChangeIsFound(mutation: Mutation) throws {
    let report = try mutation.report()
    let found = report.findings.map { "\($0.rule.id) at \($0.fieldPath): \($0.message)" }
    let paths = report.findings.filter { $0.rule.id == mutation.rule }.map { "\($0.path)" }
    #expect(paths.first == mutation.path, "\(mutation.rule) in \(found)")
    let others = Set(report.findings.map { $0.rule.id }).subtracting([mutation.rule])
      .subtracting((Sample.notes[mutation.sample] ?? []).subtracting(mutation.also))
    #expect(others == mutation.also, "\(found)")
  }

  @Test func everyRuleIsFired() {
    let fired = Set(Mutation.all.map(\.rule))
    #expect(Rules.all.map { $0.id }.filter { !fired.contains($0) } == [])
  }

  @Test func rulesAreNamedAndExplained() {
    var seen: Set<String> = []
    for rule in Rules.all {
      #expect(seen.insert(rule.id).inserted, "\(rule.id) is there twice")
      #expect(rule.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(rule.id)")
      #expect(!rule.clause.isEmpty, "\(rule.id)")
      #expect(rule.sentence.hasSuffix("."), "\(rule.id)")
      #expect(rule.sentence.first?.isUppercase ?? false, "\(rule.id)")
    }
  }
}

extension Mutation: CustomTestStringConvertible {
  var testDescription: String { "\(rule) in \(sample)" }
}
