enum StreamDocumentUnreadable: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6"
  static let sentence =
    "Each media playlist that a multivariant playlist names is there, and is one."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for failure in stream.failures { findings.add(at: failure.place, failure.message) }
  }
}
