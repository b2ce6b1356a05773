enum HlsSequenceLate: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.2, §4.4.3.3"
  static let sentence =
    "The numbers of the first segment and discontinuity are stated before segments."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists {
      var hasBegun = false
      for tag in playlist.whole.tags {
        switch tag.name {
        case "EXTINF", "EXT-X-DISCONTINUITY": hasBegun = true
        case "EXT-X-MEDIA-SEQUENCE" where hasBegun, "EXT-X-DISCONTINUITY-SEQUENCE" where hasBegun:
          findings.add(
            in: playlist.name, line: tag.line,
            "\(tag.name) comes after segments whose numbers it states")
        default: break
        }
      }
    }
  }
}
