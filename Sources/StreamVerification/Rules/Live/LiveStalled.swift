enum LiveStalled: PlaylistChangeRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §6.2.1"
  static let sentence = "A new segment comes within one and a half target durations."

  static func check(_ change: PlaylistChange, _ findings: inout Findings) {
    guard let target = change.next.media.targetDuration, !change.next.media.hasEnd,
      change.secondsWithoutNews > 1.5 * Double(max(1, target))
    else { return }
    findings.add(
      in: change.next.name, line: 1,
      "there is no new segment after number \(change.endOfNext - 1): players stall")
  }
}
