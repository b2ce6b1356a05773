enum DashPeriodsMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.1.2, §5.3.2.2"
  static let sentence =
    "A manifest has periods, and those of a static one have sets with representations."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let manifest = stream.manifest else { return }
    if manifest.periods.isEmpty {
      findings.add(at: manifest.root, in: stream, "the manifest has no period: nothing is played")
    }
    for period in manifest.periods {
      if period.sets.isEmpty, !manifest.isLive {
        findings.add(
          at: period.element, in: stream,
          "the period has no set of representations: nothing is played in it")
      }
      for set in period.sets where set.representations.isEmpty {
        findings.add(at: set.element, in: stream, "the set has no representation")
      }
    }
  }
}
