enum HlsDateDiffers: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.4.6"
  static let sentence =
    "Dates of segments advance with their durations, unless there is a discontinuity."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.playlists) { playlist, findings in
      var expected: (date: Double, discontinuity: Int)?
      for segment in playlist.media.segments {
        if let date = segment.date, let last = expected,
          last.discontinuity == segment.discontinuity,
          abs(date - last.date) > 1
        {
          findings.add(
            in: playlist.name, line: segment.line,
            "EXT-X-PROGRAM-DATE-TIME is \(seconds(abs(date - last.date))) \(date < last.date ? "earlier" : "later") than the durations before it say"
          )
        }
        expected = (segment.date ?? expected?.date).map {
          ($0 + segment.duration, segment.discontinuity)
        }
      }
    }
  }
}
