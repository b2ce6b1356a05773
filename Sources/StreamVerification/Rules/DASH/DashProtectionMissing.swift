enum DashProtectionMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.8.4.1, §5.8.5.2"
  static let sentence = "Representations whose samples are encrypted say so (ContentProtection)."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations where !track.encryptions.isEmpty {
      guard representation.inherited("ContentProtection").isEmpty else { continue }
      findings.add(
        at: representation.element, in: stream,
        "samples are encrypted, but there is no ContentProtection: players do not ask for a key")
    }
  }
}
