enum HlsHoldBackShort: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.8"
  static let sentence =
    "HOLD-BACK is at least three target durations, and CAN-SKIP-UNTIL at least six."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists {
      guard let target = playlist.media.targetDuration, let control = playlist.media.serverControl
      else { continue }
      for (name, least) in [("HOLD-BACK", 3.0), ("CAN-SKIP-UNTIL", 6.0)] {
        guard let stated = control.attributes.number(name), stated < least * Double(target) else {
          continue
        }
        findings.add(
          in: playlist.name, line: control.line,
          "\(name) is \(seconds(stated)), less than \(decimal(least)) target durations of \(target) s"
        )
      }
    }
  }
}
