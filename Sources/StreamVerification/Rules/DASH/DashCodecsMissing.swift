enum DashCodecsMissing: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.7.2"
  static let sentence = "A representation of pictures or sound, or its set, states its codecs."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations
    where representation.attributes["codecs"] == nil
      && (track.track.kind == .pictures || track.track.kind == .sound)
    {
      findings.add(
        at: representation.element, in: stream,
        "the representation has no codecs: players have to load it to know whether they can play it"
      )
    }
  }
}
