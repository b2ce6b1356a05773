enum DashPeriodNotCovered: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.9.6"
  static let sentence = "Segments last as long as their period."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let manifest = stream.manifest, !manifest.isLive else { return }
    for (representation, track) in stream.representations
    where track.track.kind == .pictures || track.track.kind == .sound {
      guard let period = manifest.periods[track.track.period].duration, track.listed.count > 1,
        let first = track.listed.first?.start, let last = track.listed.last, let start = last.start
      else { continue }
      let duration = start + last.duration - first
      let tolerance = max(1, last.duration)
      guard period - duration > tolerance || duration - period > 2 * tolerance else { continue }
      findings.add(
        at: representation.element, in: stream,
        "segments last \(seconds(duration)), but the period \(seconds(period))")
    }
  }
}
