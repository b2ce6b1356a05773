enum HlsIndependenceUnstated: StreamRule {
  static let severity = Severity.note
  static let clause = "HLS authoring specification §8"
  static let sentence = "Playlists whose segments are independent say so."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    let isStated = stream.multivariant?.isIndependent ?? false
    for (playlist, track) in stream.mediaPlaylists
    where !isStated && !playlist.media.isIndependent && track.hasPictures
      && track.track.kind != .keyFrames
    {
      let samples = track.segments.compactMap(\.samples)
      guard !samples.isEmpty, samples.allSatisfy(\.startsWithKeyFrame) else { continue }
      findings.add(
        in: playlist.name, line: 1,
        "each segment begins with a key frame, but EXT-X-INDEPENDENT-SEGMENTS is missing: players change variants more slowly"
      )
    }
  }
}
