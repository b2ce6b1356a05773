enum HlsSegmentLong: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.1"
  static let sentence =
    "No segment lasts longer than the target duration, rounded to the nearest second."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.playlists) { playlist, findings in
      guard let target = playlist.media.targetDuration else { return }
      for segment in playlist.media.segments where segment.duration.rounded() > Double(target) {
        findings.add(
          in: playlist.name, line: segment.line,
          "the segment lasts \(seconds(segment.duration)), longer than the target duration of \(target) s: players may stall"
        )
      }
    }
  }
}
