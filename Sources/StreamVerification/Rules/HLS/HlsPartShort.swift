enum HlsPartShort: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.4.9"
  static let sentence =
    "Parts last at least 85% of PART-TARGET, except the last one of a segment."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.playlists) { playlist, findings in
      guard let target = playlist.media.partTarget else { return }
      for segment in playlist.media.segments {
        for part in segment.parts.dropLast()
        where part.duration < 0.85 * target - 0.0005 && !part.isGap {
          findings.add(
            in: playlist.name, line: part.line,
            "the part lasts \(seconds(part.duration)), less than 85% of PART-TARGET of \(seconds(target))"
          )
        }
      }
    }
  }
}
