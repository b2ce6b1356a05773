enum LiveSegmentsGone: LiveRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.5, §6.2.2"
  static let sentence = "Segments go from the start alone, and from a list of events not at all."

  static func check(_ change: PlaylistChange, _ findings: inout Findings) {
    let (last, next) = (change.last.media, change.next.media)
    if last.type == "EVENT", next.mediaSequence > last.mediaSequence {
      findings.add(
        in: change.next.name, line: 1,
        "the playlist is one of events (EVENT), but its first segments are gone")
    }
    guard next.skipped == 0, change.endOfNext < change.endOfLast else { return }
    findings.add(
      in: change.next.name, line: 1,
      "the last segment was number \(change.endOfLast - 1), and is number \(change.endOfNext - 1) now: segments at the end are gone"
    )
  }
}
