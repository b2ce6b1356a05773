enum DashTimelineOverlap: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.9.6"
  static let sentence = "Segments of a time line do not begin before the one before them ends."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations {
      for (last, next) in zip(track.track.segments, track.track.segments.dropFirst()) {
        guard let start = last.start, let second = next.start,
          second < start + last.duration - 0.001
        else { continue }
        findings.add(
          at: representation.element, in: stream,
          "\(next.reference.prefix(100)) begins at \(seconds(second)), but the segment before it ends at \(seconds(start + last.duration))"
        )
      }
    }
  }
}
