enum StreamStartChanges: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.4.3, ISO/IEC 23009-1 §5.3.9.5.2"
  static let sentence = "The codecs of tracks change only at discontinuities."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for track in stream.tracks {
      for (last, next) in zip(track.listed, track.listed.dropFirst()) {
        guard last.discontinuity == next.discontinuity, let before = last.initialization,
          let after = next.initialization, before != after
        else { continue }
        let (one, other) = (stream.start(before), stream.start(after))
        guard one.problem == nil, other.problem == nil, one.signature != other.signature else {
          continue
        }
        findings.add(
          at: next.place,
          "\(track.name(of: other)) has other tracks (\(other.signature)) than \(track.name(of: one)) (\(one.signature)), without a stated discontinuity"
        )
      }
    }
  }
}
