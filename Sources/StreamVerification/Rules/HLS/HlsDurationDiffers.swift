enum HlsDurationDiffers: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.4.1; HLS authoring specification §7"
  static let sentence = "EXTINF is how long the samples of a segment last."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard stream.manifest == nil else { return }
    findings.foldEach(
      stream.tracks.filter { $0.track.kind != .keyFrames && $0.track.kind != .texts }
    ) { track, findings in
      for segment in track.segments {
        guard let samples = segment.samples, samples.count > 0, samples.duration > 0,
          abs(samples.duration - segment.segment.duration) > StreamTolerance.duration
        else { continue }
        findings.add(
          at: segment.place,
          "EXTINF is \(seconds(segment.segment.duration)), but the samples of \(segment.name) last \(seconds(samples.duration))"
        )
      }
    }
  }
}
