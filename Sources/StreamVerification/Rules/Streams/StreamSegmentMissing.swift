enum StreamSegmentMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §6.2.1, ISO/IEC 23009-1 §5.3.9"
  static let sentence = "Each segment is at its stated address."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for track in stream.tracks {
      for segment in track.segments {
        let isElsewhere = segment.segment.resource.map { stream.isElsewhere($0.address) } ?? false
        if let problem = segment.problem, !isElsewhere {
          findings.add(at: segment.place, "\(segment.name) \(problem)")
        }
      }
      if let problem = track.indexProblem, track.index == nil, !problem.hasPrefix("has no index") {
        findings.add(at: track.track.place, "\(track.track.indexed?.file.name ?? "") \(problem)")
      }
    }
  }
}
