enum DashTimeDiffers: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.9.6, §7.2.1"
  static let sentence =
    "A segment starts at the time that the manifest states: by tfdt, or when its first sample is shown."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.representations) { pair, findings in
      let track = pair.track
      for segment in track.segments {
        guard let stated = segment.segment.start, let samples = segment.samples, samples.count > 0,
          let decoded = samples.decodeStart
        else { continue }
        // Segments of a fixed duration may begin early or late by half of it.
        let tolerance =
          track.hasTimeline
          ? StreamTolerance.duration : max(StreamTolerance.duration, segment.segment.duration / 2)
        guard abs(decoded - stated) > tolerance, abs(samples.start - stated) > tolerance else {
          continue
        }
        findings.add(
          in: segment.name, offset: 0,
          "the segment starts at \(seconds(samples.start)), but the manifest says \(seconds(stated)): players that seek miss it"
        )
      }
    }
  }
}
