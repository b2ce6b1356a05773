enum HlsTagTwice: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.1, §4.4.3"
  static let sentence = "A tag that holds for a whole playlist occurs once."

  private static let once: Set<String> = [
    "EXT-X-VERSION", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE",
    "EXT-X-ENDLIST", "EXT-X-PLAYLIST-TYPE", "EXT-X-I-FRAMES-ONLY", "EXT-X-INDEPENDENT-SEGMENTS",
    "EXT-X-START", "EXT-X-PART-INF", "EXT-X-SERVER-CONTROL", "EXT-X-SKIP",
  ]

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (name, playlist) in stream.allPlaylists {
      var seen: Set<String> = []
      for tag in playlist.tags where once.contains(tag.name) && !seen.insert(tag.name).inserted {
        findings.add(
          in: name, line: tag.line, "\(tag.name) occurs twice: players may use either")
      }
    }
  }
}
