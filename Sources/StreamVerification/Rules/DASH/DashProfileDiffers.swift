import Inspection

enum DashProfileDiffers: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.7.2, RFC 6381 §3"
  static let sentence =
    "codecs states the profile of the pictures, and a level that is high enough."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations {
      guard let coded = track.codedPictures,
        let stated = CodecComparison.wrongProfile(coded.codec, track.track.claims.codecs)
      else { continue }
      findings.add(
        at: representation.element, in: stream,
        "codecs says \(stated), but the pictures are \(coded.codec): a player may choose a stream that it cannot play, or refuse one that it can play"
      )
    }
  }
}
