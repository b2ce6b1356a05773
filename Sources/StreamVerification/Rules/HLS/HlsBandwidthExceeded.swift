/// The standard requires it. But nothing is lost, and fast networks play the stream, so it is a warning.
enum HlsBandwidthExceeded: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.6.2; HLS authoring specification §9"
  static let sentence =
    "Segments of half to one and a half target durations exceed BANDWIDTH by at most a tenth: otherwise, the stream stalls in a network without more bandwidth."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants where !variant.variant.isKeyFrames {
      guard let stated = variant.variant.claims.bandwidth, let measured = variant.rate,
        !(variant.track?.track.isLive ?? true),
        Double(measured.peak) > Double(stated) * 1.1
      else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "BANDWIDTH is \(grouped(stated)), but segments take \(grouped(measured.peak)) bits a second: players that chose it for their network stall, although nothing is lost"
      )
    }
  }
}
