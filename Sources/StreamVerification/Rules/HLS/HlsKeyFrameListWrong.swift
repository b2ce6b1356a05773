enum HlsKeyFrameListWrong: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.6"
  static let sentence = "Each segment of a key frame playlist begins with a key frame."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.mediaPlaylists.filter { $0.playlist.media.hasKeyFramesOnly }) {
      pair, findings in
      for segment in pair.track.segments
      where segment.byteCount != nil {
        guard !(segment.samples?.startsWithKeyFrame ?? false), !segment.segment.isSealed else {
          continue
        }
        findings.add(
          at: segment.place,
          "no key frame begins where the playlist says, in \(segment.name): players show nothing while they seek"
        )
      }
    }
  }
}
