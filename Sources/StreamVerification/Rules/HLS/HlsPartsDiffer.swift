enum HlsPartsDiffer: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.4.9"
  static let sentence = "Parts of a segment last as long as the segment."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.playlists) { playlist, findings in
      for segment in playlist.media.segments where !segment.parts.isEmpty {
        let sum = segment.parts.reduce(0) { $0 + $1.duration }
        guard abs(sum - segment.duration) > StreamTolerance.time else { continue }
        findings.add(
          in: playlist.name, line: segment.line,
          "the segment lasts \(seconds(segment.duration)), but its parts \(seconds(sum)) together")
      }
    }
  }
}
