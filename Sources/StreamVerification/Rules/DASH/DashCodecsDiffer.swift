import Inspection

enum DashCodecsDiffer: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.7.2, RFC 6381 §3"
  static let sentence = "codecs names the codecs of the segments."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations
    where representation.attributes["codecs"] != nil {
      let stated = track.track.claims.codecs
      for coded in track.coded where !CodecComparison.matches(coded.codec, stated) {
        findings.add(
          at: representation.element, in: stream,
          "codecs is \"\(stated.joined(separator: ","))\", but segments are coded as \(coded.codec)"
        )
      }
    }
  }
}
