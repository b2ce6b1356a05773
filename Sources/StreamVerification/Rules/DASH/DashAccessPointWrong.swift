enum DashAccessPointWrong: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.7.2"
  static let sentence = "With startWithSAP 1 or 2, each segment begins with a key frame."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.representations) { pair, findings in
      let (representation, track) = pair
      guard ["1", "2"].contains(representation.attributes["startWithSAP"]) else { return }
      for segment in track.segments {
        guard let samples = segment.samples, samples.isPictures, samples.count > 0,
          !samples.startsWithKeyFrame
        else { continue }
        findings.add(
          in: segment.name, offset: 0,
          "segments are said to begin with a key frame (startWithSAP), but this one does not")
      }
    }
  }
}
