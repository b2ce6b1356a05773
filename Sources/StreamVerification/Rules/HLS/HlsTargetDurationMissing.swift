enum HlsTargetDurationMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.1"
  static let sentence = "A media playlist states the target duration."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists
    where playlist.whole.first("EXT-X-TARGETDURATION") == nil && !playlist.whole.isEmpty {
      findings.add(
        in: playlist.name, line: 1, "EXT-X-TARGETDURATION is missing: players refuse the playlist")
    }
  }
}
