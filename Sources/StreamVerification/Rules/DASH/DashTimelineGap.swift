enum DashTimelineGap: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.9.6"
  static let sentence = "A time line has no gaps."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations where track.track.kind != .texts {
      for (last, next) in zip(track.track.segments, track.track.segments.dropFirst()) {
        guard let start = last.start, let second = next.start,
          second > start + last.duration + StreamTolerance.time
        else { continue }
        findings.add(
          at: representation.element, in: stream,
          "there is nothing from \(seconds(start + last.duration)) to \(seconds(second)), before \(next.reference.prefix(100))"
        )
      }
    }
  }
}
