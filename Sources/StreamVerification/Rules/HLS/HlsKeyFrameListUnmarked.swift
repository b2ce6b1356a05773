enum HlsKeyFrameListUnmarked: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6.3"
  static let sentence =
    "Only playlists that EXT-X-I-FRAME-STREAM-INF names have EXT-X-I-FRAMES-ONLY."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists {
      guard let entry = playlist.entry,
        (entry.kind == .keyFrames) != playlist.media.hasKeyFramesOnly
      else { continue }
      findings.add(
        in: playlist.name, line: 1,
        playlist.media.hasKeyFramesOnly
          ? "the playlist has only key frames, but is played as a full variant"
          : "the playlist is named as a key frame playlist, but has no EXT-X-I-FRAMES-ONLY")
    }
  }
}
