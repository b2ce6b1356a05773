enum HlsDateRangeIncomplete: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.5.1"
  static let sentence = "A date range has an identifier and a start, and does not end before it."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists {
      var known: Set<String> = []
      for tag in playlist.media.dateRanges {
        let attributes = tag.attributes
        guard let id = attributes["ID"] else {
          findings.add(in: playlist.name, line: tag.line, "the date range has no ID")
          continue
        }
        let isFirst = known.insert(id).inserted
        let start = attributes["START-DATE"].flatMap { StreamDate.seconds($0) }
        if isFirst, start == nil {
          findings.add(
            in: playlist.name, line: tag.line,
            "the date range '\(id.prefix(60))' has no valid START-DATE")
        }
        if let duration = attributes.number("DURATION"), duration < 0 {
          findings.add(
            in: playlist.name, line: tag.line,
            "the date range '\(id.prefix(60))' lasts \(seconds(duration))")
        }
        if let start, let end = attributes["END-DATE"].flatMap({ StreamDate.seconds($0) }),
          end < start
        {
          findings.add(
            in: playlist.name, line: tag.line,
            "the date range '\(id.prefix(60))' ends before it starts")
        }
      }
      if playlist.media.dateRanges.count > 0,
        playlist.media.segments.allSatisfy({ $0.date == nil }), !playlist.media.segments.isEmpty
      {
        findings.add(
          in: playlist.name, line: playlist.media.dateRanges[0].line,
          "there are date ranges, but no EXT-X-PROGRAM-DATE-TIME: players do not know when they are"
        )
      }
    }
  }
}
