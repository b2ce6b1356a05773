enum StreamSegmentWithoutFragment: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §3.1.2, ISO/IEC 23009-1 §6.3.4.2"
  static let sentence = "A segment of boxes has at least one fragment (moof)."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments
      where segment.content == .boxes && segment.damage == nil && !segment.types.contains("moof")
        && !segment.hasMovie
      {
        findings.add(
          in: segment.name, offset: 0,
          "the segment has no fragment: it is not played (it has \(segment.types.prefix(8).map { "\($0)" }.joined(separator: " ")))"
        )
      }
    }
  }
}
