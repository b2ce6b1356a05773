enum StreamSegmentDamaged: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §4.2"
  static let sentence = "The boxes of a segment can be read."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.tracks.filter { $0.track.kind != .keyFrames }) { track, findings in
      for segment in track.segments {
        guard let damage = segment.damage else { continue }
        findings.add(in: segment.name, offset: damage.offset, "the segment is damaged: \(damage)")
      }
    }
  }
}
