enum StreamTrackUnknown: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.8.7"
  static let sentence = "Fragments belong to tracks that the initialization segment describes."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments
      where segment.content == .boxes && segment.types.contains("moof") {
        guard let start = segment.segment.initialization.map({ stream.start($0) }),
          start.problem == nil,
          segment.damage == nil, segment.samples == nil
        else { continue }
        findings.add(
          in: segment.name, offset: 0,
          "the segment has no samples of the tracks that \(track.name(of: start)) describes: it is not played"
        )
      }
    }
  }
}
