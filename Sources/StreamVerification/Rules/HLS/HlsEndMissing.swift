enum HlsEndMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.4, §4.4.3.5"
  static let sentence = "A playlist that does not change (VOD) has an end."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists where playlist.media.type == "VOD" && !playlist.media.hasEnd {
      findings.add(
        in: playlist.name, line: playlist.whole.first("EXT-X-PLAYLIST-TYPE")?.line ?? 1,
        "the playlist is VOD, but has no EXT-X-ENDLIST: players take it for a live stream, and wait for more"
      )
    }
  }
}
