enum HlsSegmentsMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.4"
  static let sentence = "A media playlist that has ended has segments."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists where playlist.media.segments.isEmpty && playlist.media.hasEnd
    {
      findings.add(in: playlist.name, line: 1, "the playlist has no segments: nothing is played")
    }
  }
}
