enum LiveEndTakenBack: PlaylistChangeRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.4"
  static let sentence = "A playlist that has ended does not continue."

  static func check(_ change: PlaylistChange, _ findings: inout Findings) {
    guard change.last.media.hasEnd, !change.next.media.hasEnd || change.endOfNext > change.endOfLast
    else { return }
    findings.add(
      in: change.next.name, line: 1,
      "the playlist had ended (EXT-X-ENDLIST), and now continues: players do not read it again")
  }
}
