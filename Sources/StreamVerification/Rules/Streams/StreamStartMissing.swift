enum StreamStartMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §3.1.2, ISO/IEC 23009-1 §5.3.9.5.2"
  static let sentence = "Fragmented segments have an initialization segment."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for track in stream.tracks {
      let first = track.segments.first { segment in
        segment.content == .boxes && segment.segment.initialization == nil && !segment.hasMovie
          && segment.types.contains("moof")
      }
      guard let first else { continue }
      findings.add(
        at: first.place,
        "no initialization segment is stated for \(first.name) (\(stream.manifest == nil ? "EXT-X-MAP" : "Initialization")): players do not know how it is coded"
      )
    }
  }
}
