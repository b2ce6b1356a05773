enum LiveSequenceBackwards: PlaylistChangeRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §6.2.2"
  static let sentence = "The number of the first segment never decreases."

  static func check(_ change: PlaylistChange, _ findings: inout Findings) {
    let (last, next) = (change.last.media.mediaSequence, change.next.media.mediaSequence)
    guard next < last else { return }
    findings.add(
      in: change.next.name, line: change.next.whole.first("EXT-X-MEDIA-SEQUENCE")?.line ?? 1,
      "EXT-X-MEDIA-SEQUENCE was \(last), and is now \(next): players take old segments for new ones"
    )
  }
}
