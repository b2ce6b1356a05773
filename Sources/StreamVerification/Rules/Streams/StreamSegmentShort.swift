enum StreamSegmentShort: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.4.2, ISO/IEC 23009-1 §5.3.9.3"
  static let sentence = "A segment has as many bytes as the document states."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments where segment.missingCount > 0 {
        findings.add(
          at: segment.place,
          "\(segment.name) ends \(counted(segment.missingCount, "byte")) before the stated end of the segment"
        )
      }
    }
  }
}
