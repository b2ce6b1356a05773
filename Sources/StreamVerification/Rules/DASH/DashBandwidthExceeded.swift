enum DashBandwidthExceeded: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.5.2"
  static let sentence = "All segments together do not exceed bandwidth."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations where !track.track.isLive {
      guard let stated = track.track.claims.bandwidth, stated > 0, let sizes = track.sizes else {
        continue
      }
      let duration = sizes.reduce(0) { $0 + $1.seconds }
      // The player has a buffer of this duration before it plays.
      let buffer = stream.manifest?.root.duration("minBufferTime") ?? 0
      let bits = sizes.reduce(0) { $0 + $1.bytes } * 8
      guard duration > 0, Double(bits) > Double(stated) * (duration + buffer) * 1.05 else {
        continue
      }
      findings.add(
        at: representation.element, in: stream,
        "bandwidth is \(grouped(stated)), but segments take \(grouped(Int(min(Double(bits) / duration, 1e15)))) bits a second: players that chose it for their network stall"
      )
    }
  }
}
