enum DashPeriodNotCovered: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.9.6"
  static let sentence =
    "Segments last until the end of their period, and from its start on if no other ones do."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let manifest = stream.manifest, !manifest.isLive else { return }
    let tracks = stream.representations.filter {
      [.pictures, .sound].contains($0.track.track.kind)
    }
    // Sound may begin later than the pictures, as it did in the movie.
    let begun = Set(
      tracks.compactMap { pair -> Int? in
        guard let (times, lastOne) = measured(pair.track) ?? stated(pair.track),
          abs(times.lowerBound - pair.track.track.timeOffset) <= max(1, lastOne)
        else { return nil }
        return pair.track.track.period
      })
    for (representation, track) in tracks {
      guard let period = manifest.periods[track.track.period].duration,
        let (times, lastOne) = measured(track) ?? stated(track)
      else { continue }
      let tolerance = max(1, lastOne)
      let late =
        begun.contains(track.track.period)
        ? max(0, times.lowerBound - track.track.timeOffset) : 0
      let duration = late + times.upperBound - times.lowerBound
      guard period - duration > tolerance || duration - period > 2 * tolerance else { continue }
      let words = late > tolerance ? "end after" : "last"
      findings.add(
        at: representation.element, in: stream,
        "segments \(words) \(seconds(duration)), but the period lasts \(seconds(period))")
    }
  }

  private typealias Measured = (times: ClosedRange<Double>, last: Double)

  /// The media times of all segments by their samples, and half of the last one: segments of a fixed duration may begin
  /// early or late by so much.
  private static func measured(_ track: ExaminedStreamTrack) -> Measured? {
    guard track.listed.last?.start != nil, let first = track.segments.first?.samples,
      let last = track.segments.last?.samples, let start = first.decodeStart,
      last.decodeStart != nil, last.decodeEnd > start
    else { return nil }
    return (start...last.decodeEnd, last.duration / 2)
  }

  /// The same according to the manifest.
  private static func stated(_ track: ExaminedStreamTrack) -> Measured? {
    guard track.listed.count > 1, let first = track.listed.first?.start,
      let last = track.listed.last, let start = last.start, start + last.duration > first
    else { return nil }
    return (first...start + last.duration, last.duration)
  }
}
