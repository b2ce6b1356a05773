enum LiveTargetChanged: PlaylistChangeRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.1"
  static let sentence = "The target duration does not change."

  static func check(_ change: PlaylistChange, _ findings: inout Findings) {
    guard let last = change.last.media.targetDuration, let next = change.next.media.targetDuration,
      last != next
    else { return }
    findings.add(
      in: change.next.name, line: change.next.whole.first("EXT-X-TARGETDURATION")?.line ?? 1,
      "the target duration was \(last) s, and is now \(next) s")
  }
}
