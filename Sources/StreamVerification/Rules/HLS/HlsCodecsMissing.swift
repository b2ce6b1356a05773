enum HlsCodecsMissing: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.6.2; HLS authoring specification §9"
  static let sentence = "Each variant states its codecs."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants where variant.variant.attributes["CODECS"] == nil {
      findings.add(
        line: variant.variant.line, of: stream,
        "the variant has no CODECS: players have to load it to know whether they can play it")
    }
  }
}
