enum HlsPartDependent: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.4.9"
  static let sentence =
    "A part with INDEPENDENT=YES has a key frame, and is at the place that the playlist states."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.mediaPlaylists) { pair, findings in
      let (playlist, track) = pair
      for part in playlist.media.allParts.suffix(256) where !part.isGap {
        guard let resource = stream.address(of: playlist, part.address) else { continue }
        let segment = stream.examined(
          StreamSegment(
            StreamResource(resource, range: part.range), reference: part.address,
            duration: part.duration, StreamPlace(playlist.name, line: part.line)),
          name: stream.shortName(of: resource),
          start: track.listed.last?.initialization.map { stream.start($0) })
        if let problem = segment.problem {
          findings.add(at: segment.place, "the part \(segment.name) \(problem)")
        } else if part.isIndependent, let samples = segment.samples, samples.isPictures,
          samples.keyFrames.isEmpty
        {
          findings.add(
            at: segment.place, "the part is said to be independent, but has no key frame")
        }
      }
    }
  }
}
