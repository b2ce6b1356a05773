enum StreamSegmentTwice: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §6.2.1"
  static let sentence = "A track plays each segment once, unless there is a discontinuity."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.tracks) { track, findings in
      var seen: [StreamResource: Int] = [:]
      for segment in track.segments {
        guard let resource = segment.segment.resource else { continue }
        let last = seen.updateValue(segment.segment.discontinuity, forKey: resource)
        if last == segment.segment.discontinuity {
          findings.add(
            at: segment.place, "\(segment.name) is played a second time without a discontinuity")
        }
      }
    }
  }
}
