enum StreamStartUnreadable: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §3.1.2, ISO/IEC 23009-1 §6.3.3"
  static let sentence = "The initialization segment exists, and describes the tracks (moov)."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for track in stream.tracks {
      for (start, segment) in track.starts {
        // The content of an encrypted initialization segment, or of one of WebM, is unknown.
        if let problem = start.problem, stream.reasonNotToRead(start.resource.address) == nil,
          start.bytes == nil || !segment.isSealed && !segment.isWebM
        {
          findings.add(at: segment.place, "\(track.name(of: start)) \(problem)")
        }
      }
    }
  }
}
