enum StreamDocumentUnreadable: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6"
  static let sentence =
    "Each media playlist that a multivariant playlist names is there, and is one."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.unread where !playlist.isElsewhere {
      findings.add(at: playlist.place, playlist.message)
    }
  }
}
