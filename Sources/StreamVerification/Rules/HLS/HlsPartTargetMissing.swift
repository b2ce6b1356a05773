enum HlsPartTargetMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.7"
  static let sentence = "A playlist with parts states PART-TARGET."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists {
      guard let part = playlist.media.allParts.first, playlist.media.partTarget == nil else {
        continue
      }
      findings.add(
        in: playlist.name, line: part.line,
        "there are parts, but no EXT-X-PART-INF with PART-TARGET")
    }
  }
}
