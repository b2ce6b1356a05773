enum StreamTooManySegments: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4, ISO/IEC 23009-1 §5.3.9.6"
  static let sentence = "A document has no more segments than a program can check."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for track in stream.tracks { _ = track.segments }
    if let end = stream.end { findings.add(line: 1, of: stream, end) }
  }
}
