enum StreamTimesGap: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.9.6, RFC 8216bis §4.4.4.3"
  static let sentence =
    "A segment starts when the one before it ends, unless there is a discontinuity."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(
      stream.tracks.filter { $0.track.kind != .keyFrames && $0.track.kind != .texts }
    ) { track, findings in
      for (last, next) in zip(track.segments, track.segments.dropFirst()) {
        guard last.segment.discontinuity == next.segment.discontinuity, let before = last.samples,
          let begun = before.decodeStart, let start = next.samples?.decodeStart, start > begun,
          abs(start - before.decodeEnd) > StreamTolerance.duration
        else { continue }
        findings.add(
          in: next.name, offset: 0,
          "the segment starts at \(seconds(start)), but \(last.name) before it ends at \(seconds(before.decodeEnd))"
        )
      }
    }
  }
}
