enum HlsDurationsDrift: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.4.1"
  static let sentence = "Durations of all segments together are those of their samples."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard stream.manifest == nil else { return }
    for track in stream.tracks where track.track.kind != .keyFrames && track.track.kind != .texts {
      let known = track.segments.filter { ($0.samples?.duration ?? 0) > 0 }
      guard known.count == track.segments.count, known.count > 1 else { continue }
      let media = known.reduce(0) { $0 + ($1.samples?.duration ?? 0) }
      let stated = known.reduce(0) { $0 + $1.segment.duration }
      guard abs(media - stated) > 2 * StreamTolerance.duration, let last = known.last else {
        continue
      }
      findings.add(
        at: last.place,
        "the segments are said to last \(seconds(stated)) together, but their samples last \(seconds(media)): players that seek land elsewhere"
      )
    }
  }
}
