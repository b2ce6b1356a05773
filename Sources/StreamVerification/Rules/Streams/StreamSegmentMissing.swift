enum StreamSegmentMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §6.2.1, ISO/IEC 23009-1 §5.3.9"
  static let sentence = "Each segment is at its stated address."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for track in stream.tracks {
      let missing = track.segments.filter { segment in
        segment.problem != nil
          && segment.segment.resource.flatMap { stream.reasonNotToRead($0.address) } == nil
      }
      // One finding for each reason.
      let byReason = Dictionary(grouping: missing.enumerated()) { $0.element.problem ?? "" }
      let groups = byReason.values.sorted { ($0.first?.offset ?? 0) < ($1.first?.offset ?? 0) }
      findings.foldEach(groups) { group, findings in
        for (_, segment) in group {
          findings.add(at: segment.place, "\(segment.name) \(segment.problem ?? "")")
        }
      }
      if let problem = track.indexProblem, track.index == nil, !problem.hasPrefix("has no index") {
        findings.add(at: track.track.place, "\(track.track.indexed?.file.name ?? "") \(problem)")
      }
    }
  }
}
