enum DashTemplateConstant: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.9.4.4"
  static let sentence = "A template of several segments has their number or their time."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations
    where track.track.segments.count > 1 && track.track.indexed == nil {
      guard let first = track.track.segments.first, first.resource?.range == nil,
        first.resource != nil,
        first.resource == track.track.segments[1].resource
      else { continue }
      findings.add(
        at: representation.element, in: stream,
        "all segments have the address '\(first.reference.prefix(100))': $Number$ or $Time$ is missing"
      )
    }
  }
}
