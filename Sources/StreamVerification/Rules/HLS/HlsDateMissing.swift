enum HlsDateMissing: StreamRule {
  static let severity = Severity.note
  static let clause = "HLS authoring specification §8"
  static let sentence = "Live playlists say when segments were recorded."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists
    where !playlist.media.hasEnd && !playlist.media.segments.isEmpty {
      guard playlist.media.segments.allSatisfy({ $0.date == nil }) else { continue }
      findings.add(
        in: playlist.name, line: 1,
        "the live playlist has no EXT-X-PROGRAM-DATE-TIME: players cannot keep tracks in step after a break"
      )
    }
  }
}
