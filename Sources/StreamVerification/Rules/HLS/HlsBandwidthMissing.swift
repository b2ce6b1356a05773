enum HlsBandwidthMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6.2"
  static let sentence = "Each variant states its bandwidth."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants where variant.variant.claims.bandwidth ?? 0 <= 0 {
      findings.add(
        line: variant.variant.line, of: stream,
        "the variant has no BANDWIDTH, which players need to choose")
    }
  }
}
