enum HlsAverageBandwidthExceeded: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.6.2; HLS authoring specification §9"
  static let sentence =
    "All segments together exceed AVERAGE-BANDWIDTH by at most a tenth."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants where !variant.variant.isKeyFrames {
      guard let stated = variant.variant.claims.averageBandwidth, let measured = variant.rate,
        !(variant.track?.track.isLive ?? true), Double(measured.average) > Double(stated) * 1.1
      else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "AVERAGE-BANDWIDTH is \(grouped(stated)), but all segments take \(grouped(measured.average)) bits a second"
      )
    }
  }
}
