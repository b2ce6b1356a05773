enum HlsPartLong: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.4.9"
  static let sentence = "No part lasts longer than PART-TARGET."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.playlists) { playlist, findings in
      guard let target = playlist.media.partTarget else { return }
      for part in playlist.media.allParts where part.duration > target + 0.0005 {
        findings.add(
          in: playlist.name, line: part.line,
          "the part lasts \(seconds(part.duration)), longer than PART-TARGET of \(seconds(target))")
      }
    }
  }
}
