enum HlsKeyFrameListUnmarked: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6.3"
  static let sentence =
    "What EXT-X-I-FRAME-STREAM-INF names has EXT-X-I-FRAMES-ONLY, and nothing else has."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists {
      guard let entry = playlist.entry,
        (entry.kind == .keyFrames) != playlist.media.hasKeyFramesOnly
      else { continue }
      findings.add(
        in: playlist.name, line: 1,
        playlist.media.hasKeyFramesOnly
          ? "the playlist has key frames alone, but is played as a whole variant"
          : "the playlist is named as one of key frames, but has no EXT-X-I-FRAMES-ONLY")
    }
  }
}
