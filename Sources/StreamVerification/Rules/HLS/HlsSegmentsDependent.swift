enum HlsSegmentsDependent: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.2.1"
  static let sentence = "With EXT-X-INDEPENDENT-SEGMENTS, decoding can start at each segment."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    let isStated = stream.multivariant?.isIndependent ?? false
    findings.foldEach(stream.mediaPlaylists.filter { isStated || $0.playlist.media.isIndependent })
    { pair, findings in
      for segment in pair.track.segments {
        guard let samples = segment.samples, samples.count > 0, !samples.startsWithKeyFrame else {
          continue
        }
        findings.add(
          at: segment.place,
          "segments are said to be independent, but \(segment.name) does not begin with a key frame"
        )
      }
    }
  }
}
