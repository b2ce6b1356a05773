enum DashDurationDiffers: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.9.6"
  static let sentence = "A segment lasts as long as the manifest states."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.representations.filter { $0.track.track.kind != .texts }) {
      pair, findings in
      let track = pair.track
      for segment in track.segments {
        let stated = segment.segment.duration
        guard let samples = segment.samples, samples.duration > 0, stated > 0,
          segment.segment.start != nil
        else { continue }
        // The last segment of a fixed duration is shorter.
        let isLonger = samples.duration > stated
        guard track.hasTimeline || isLonger,
          abs(samples.duration - stated)
            > (track.hasTimeline
              ? StreamTolerance.duration : max(StreamTolerance.duration, stated / 2))
        else { continue }
        findings.add(
          in: segment.name, offset: 0,
          "the samples of the segment last \(seconds(samples.duration)), but the manifest says \(seconds(stated))"
        )
      }
    }
  }
}
