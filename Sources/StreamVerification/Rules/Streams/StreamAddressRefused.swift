enum StreamAddressRefused: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.1, RFC 3986 §5"
  static let sentence = "Addresses lead to files of the stream."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments where segment.segment.resource == nil && !segment.segment.isGap
      {
        findings.add(
          at: segment.place,
          "'\(segment.segment.reference.prefix(200))' does not lead to a file that may be read: a relative address is expected"
        )
      }
    }
  }
}
