enum StreamTimesBackwards: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.8.12, RFC 8216bis §4.4.4.3"
  static let sentence = "Times of segments increase, unless there is a discontinuity."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.tracks.filter { $0.track.kind != .keyFrames }) { track, findings in
      for (last, next) in zip(track.segments, track.segments.dropFirst()) {
        guard last.segment.discontinuity == next.segment.discontinuity,
          let before = last.samples?.decodeStart, let start = next.samples?.decodeStart,
          start <= before
        else { continue }
        findings.add(
          in: next.name, offset: 0,
          "the segment starts at \(seconds(start)), but \(last.name) before it at \(seconds(before))"
        )
      }
    }
  }
}
