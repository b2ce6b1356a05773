import Inspection

enum HlsCodecsDiffer: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6.2, RFC 6381 §3"
  static let sentence = "CODECS lists each codec of pictures and sound in the variant."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants where variant.variant.attributes["CODECS"] != nil {
      let stated = variant.variant.claims.codecs
      let tracks = [variant.track].compactMap { $0 } + variant.sound
      for track in tracks {
        for coded in track.coded where !CodecComparison.matches(coded.codec, stated) {
          findings.add(
            line: variant.variant.line, of: stream,
            "CODECS is \"\(stated.joined(separator: ","))\", but \(track.track.name) is coded as \(coded.codec)"
          )
        }
      }
    }
  }
}
