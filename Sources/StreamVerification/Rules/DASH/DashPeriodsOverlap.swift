enum DashPeriodsOverlap: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.2.1"
  static let sentence = "A period ends when the next one starts."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let manifest = stream.manifest else { return }
    for (period, next) in zip(manifest.periods, manifest.periods.dropFirst()) {
      guard let duration = period.element.duration("duration"),
        abs(period.start + duration - next.start) > StreamTolerance.time
      else { continue }
      let end = period.start + duration
      findings.add(
        at: next.element, in: stream,
        "the period starts at \(seconds(next.start)), but the one before it ends at \(seconds(end)): \(end > next.start ? "both are played at once" : "nothing is played between")"
      )
    }
  }
}
