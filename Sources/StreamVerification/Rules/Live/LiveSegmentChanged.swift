enum LiveSegmentChanged: PlaylistChangeRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §6.2.1"
  static let sentence =
    "A listed segment keeps its address, its duration and its byte range."

  static func check(_ change: PlaylistChange, _ findings: inout Findings) {
    for (number, old, new) in change.common
    where old.address != new.address || abs(old.duration - new.duration) > 0.0005
      || old.range != new.range
    {
      findings.add(
        in: change.next.name, line: new.line,
        "segment \(number) was \(old.address) of \(seconds(old.duration)), and is now \(new.address) of \(seconds(new.duration))"
      )
    }
  }
}
