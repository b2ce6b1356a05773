enum LiveDiscontinuitySequence: PlaylistChangeRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §6.2.2, §4.4.3.3"
  static let sentence =
    "EXT-X-DISCONTINUITY-SEQUENCE counts the discontinuities of removed segments."

  static func check(_ change: PlaylistChange, _ findings: inout Findings) {
    guard let (number, old, new) = change.common.first else { return }
    let before = change.last.media.discontinuitySequence + old.discontinuity
    let after = change.next.media.discontinuitySequence + new.discontinuity
    guard before != after else { return }
    findings.add(
      in: change.next.name,
      line: change.next.whole.first("EXT-X-DISCONTINUITY-SEQUENCE")?.line ?? 1,
      "segment \(number) belonged to discontinuity \(before), and now belongs to \(after): players lose the times of tracks"
    )
  }
}
