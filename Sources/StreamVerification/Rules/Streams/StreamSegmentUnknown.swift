enum StreamSegmentUnknown: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §3.1, ISO/IEC 23009-1 §6"
  static let sentence = "A segment has a format for streams."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.tracks.filter { $0.track.kind != .texts }) { track, findings in
      for segment in track.segments {
        guard case .other(let words) = segment.content,
          segment.segment.initialization != nil || !isWithoutContainer(words)
        else { continue }
        findings.add(
          at: segment.place, "\(segment.name) is \(words), which stream players do not know")
      }
    }
  }

  /// Sound without a container (RFC 8216bis §3.1.4), and pictures of DASH, which have no initialization segment.
  private static func isWithoutContainer(_ words: String) -> Bool {
    words == "MP3 audio" || words == "an unknown format"
  }
}
