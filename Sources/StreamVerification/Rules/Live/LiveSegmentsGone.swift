enum LiveSegmentsGone: PlaylistChangeRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.5, §6.2.2"
  static let sentence =
    "Segments are removed only from the start, and never from an EVENT playlist."

  static func check(_ change: PlaylistChange, _ findings: inout Findings) {
    let (last, next) = (change.last.media, change.next.media)
    if last.type == "EVENT", next.mediaSequence > last.mediaSequence {
      findings.add(
        in: change.next.name, line: 1,
        "the playlist has the type EVENT, but its first segments are gone")
    }
    guard next.skipped == 0, change.endOfNext < change.endOfLast else { return }
    findings.add(
      in: change.next.name, line: 1,
      "the last segment was number \(change.endOfLast - 1), and is now number \(change.endOfNext - 1): segments at the end are gone"
    )
  }
}
