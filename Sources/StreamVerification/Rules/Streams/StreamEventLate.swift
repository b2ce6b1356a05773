enum StreamEventLate: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.10.3.3, ISO/IEC 23000-19 §7.4.5"
  static let sentence = "Event messages come before the first fragment of a segment."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments {
        for event in segment.events where event.isLate && event.version == 0 {
          findings.add(
            in: segment.name, path: event.path, offset: event.offset,
            "an event message (\(event.scheme)) comes after a fragment: players may not see it in time"
          )
        }
      }
    }
  }
}
