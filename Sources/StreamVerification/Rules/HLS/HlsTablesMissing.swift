enum HlsTablesMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §3.1.1"
  static let sentence =
    "A segment that is a transport stream has tables of its streams (PAT, PMT), or EXT-X-MAP has them."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard stream.manifest == nil else { return }
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments
      where segment.content == .transportStream && !segment.hasTables {
        findings.add(
          at: segment.place,
          "\(segment.name) does not tell its streams, as it has no PAT or no PMT: it is not played when a player starts with it"
        )
      }
    }
  }
}
