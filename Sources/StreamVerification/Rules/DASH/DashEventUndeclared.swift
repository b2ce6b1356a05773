enum DashEventUndeclared: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.10.3.2"
  static let sentence =
    "A manifest names the event messages that segments have (InbandEventStream)."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations {
      var known = Set(
        representation.inherited("InbandEventStream").compactMap { $0["schemeIdUri"] })
      for segment in track.segments {
        for event in segment.events where known.insert(event.scheme).inserted {
          findings.add(
            in: segment.name, path: event.path, offset: event.offset,
            "the manifest does not name events of \(event.scheme.prefix(100)): players ignore them"
          )
        }
      }
    }
  }
}
