import Inspection

enum HlsProfileDiffers: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.6.2, RFC 6381 §3"
  static let sentence =
    "CODECS states the profile of the pictures, and a level that is high enough."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants {
      guard let coded = variant.track?.codedPictures,
        let stated = CodecComparison.wrongProfile(coded.codec, variant.variant.claims.codecs)
      else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "CODECS says \(stated), but the pictures are \(coded.codec): a player may choose a stream that it cannot play, or refuse one that it can play"
      )
    }
  }
}
