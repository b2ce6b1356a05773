enum StreamSegmentStart: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-19 §7.3.2.3, RFC 8216bis §3"
  static let sentence = "A segment of pictures begins with a key frame."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.pictures) { track, findings in
      for segment in track.segments {
        guard let samples = segment.samples, samples.isPictures, samples.count > 0,
          !samples.startsWithKeyFrame
        else {
          continue
        }
        findings.add(
          in: segment.name, offset: 0,
          "the segment does not begin with a key frame: players that start or change there show nothing until the next one"
        )
      }
    }
  }
}
