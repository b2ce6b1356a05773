import Foundation
import TestSupport
import Testing
import Verification

/// A good stream, changed a little so that it breaks one rule.
struct StreamMutation: Sendable {
  /// The rule that is broken.
  var rule: String
  var sample: SampleStream
  /// Rules that the same change cannot but break too.
  var also: Set<String>
  var change: @Sendable (inout SampleStream.Files) throws -> Void

  init(
    _ rule: String, _ sample: SampleStream, also: Set<String> = [],
    _ change: @escaping @Sendable (inout SampleStream.Files) throws -> Void
  ) {
    (self.rule, self.sample, self.also, self.change) = (rule, sample, also, change)
  }

  /// A text of a file that is replaced by another one.
  init(
    _ rule: String, _ sample: SampleStream, _ name: String, _ old: String, _ new: String,
    also: Set<String> = []
  ) {
    self.init(rule, sample, also: also) { try $0.edit(name, old, new) }
  }

  /// There is at least one for each rule.
  static let all = streams + hls + parts + keys + dash + transport
}

@Suite struct StreamRuleTests {
  @Test(arguments: SampleStream.allCases)
  func aGoodStreamHasNoFindings(_ sample: SampleStream) throws {
    let report = Report(try sample.examined(sample.files()))
    #expect(report.findings.map { "\($0.rule.id): \($0.message)" } == [])
  }

  @Test(arguments: StreamMutation.all)
  func aChangeIsFound(_ mutation: StreamMutation) throws {
    let original = try mutation.sample.files()
    var files = original
    try mutation.change(&files)
    #expect(files != original, "nothing was changed")
    let report = Report(try mutation.sample.examined(files))
    let found = report.findings.map {
      "\($0.rule.id) at \($0.document ?? "-"):\($0.line ?? -1) \($0.fieldPath): \($0.message)"
    }
    let rules = Set(report.findings.map { $0.rule.id })
    #expect(rules.contains(mutation.rule), "\(found)")
    #expect(rules.subtracting([mutation.rule]) == mutation.also, "\(found)")
    #expect(report.findings.allSatisfy { $0.document != nil })
  }

  @Test func everyRuleIsFired() {
    let fired = Set(StreamMutation.all.map(\.rule))
    #expect(StreamRules.all.map { $0.id }.filter { !fired.contains($0) } == [])
  }

  @Test func documentationListsEachRule() throws {
    let text = try PackageFolder.text("Documentation/streams.md")
    let lines = Set(text.split(separator: "\n").map(String.init))
    let rules: [any StatedRule] = StreamRules.all + StreamRules.live
    for rule in rules {
      let line = "| `\(rule.id)` | \(rule.severity.rawValue) | \(rule.clause) | \(rule.sentence) |"
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.count { $0.hasPrefix("| `") } == rules.count)
  }

  @Test func rulesAreNamedAndExplained() {
    #expect(StreamRules.all.count >= 60)
    var seen = Set(Rules.all.map { $0.id })
    for rule in StreamRules.all {
      #expect(seen.insert(rule.id).inserted, "\(rule.id) is there twice")
      #expect(!rule.clause.isEmpty && rule.sentence.hasSuffix("."), "\(rule.id)")
      #expect(rule.sentence.first?.isLowercase == false || rule.id.hasPrefix("dash"), "\(rule.id)")
    }
  }
}

extension StreamMutation: CustomTestStringConvertible {
  var testDescription: String { "\(rule) in \(sample)" }
}
