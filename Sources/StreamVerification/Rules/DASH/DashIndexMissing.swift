enum DashIndexMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.9.2.2"
  static let sentence = "indexRange is where the index (sidx) is."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations {
      guard let range = track.track.indexed?.index else { continue }
      if let problem = track.indexProblem, problem.hasPrefix("has no index") {
        findings.add(
          at: representation.element, in: stream,
          "\(track.track.indexed?.file.name ?? "") \(problem)")
      } else if let found = track.index,
        found.range.lowerBound < range.lowerBound || found.range.upperBound > range.upperBound
      {
        findings.add(
          at: representation.element, in: stream,
          "indexRange is \(range.lowerBound)-\(range.upperBound - 1), but the index is at \(found.range.lowerBound)-\(found.range.upperBound - 1)"
        )
      }
    }
  }
}
