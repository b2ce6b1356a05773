enum DashPeriodNotCovered: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.9.6"
  static let sentence = "Segments last as long as their period."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let manifest = stream.manifest, !manifest.isLive else { return }
    for (representation, track) in stream.representations
    where track.track.kind == .pictures || track.track.kind == .sound {
      guard let period = manifest.periods[track.track.period].duration,
        let (duration, lastOne) = measured(track) ?? stated(track)
      else { continue }
      let tolerance = max(1, lastOne)
      guard period - duration > tolerance || duration - period > 2 * tolerance else { continue }
      findings.add(
        at: representation.element, in: stream,
        "segments last \(seconds(duration)), but the period \(seconds(period))")
    }
  }

  /// The duration of all segments by their samples, and half of the last one: segments of a fixed duration may begin
  /// early or late by so much.
  private static func measured(_ track: ExaminedStreamTrack) -> (Double, last: Double)? {
    guard track.listed.last?.start != nil, let first = track.segments.first?.samples,
      let last = track.segments.last?.samples, let start = first.decodeStart,
      last.decodeStart != nil, last.decodeEnd > start
    else { return nil }
    return (last.decodeEnd - start, last.duration / 2)
  }

  /// The same according to the manifest.
  private static func stated(_ track: ExaminedStreamTrack) -> (Double, last: Double)? {
    guard track.listed.count > 1, let first = track.listed.first?.start,
      let last = track.listed.last, let start = last.start
    else { return nil }
    return (start + last.duration - first, last.duration)
  }
}
