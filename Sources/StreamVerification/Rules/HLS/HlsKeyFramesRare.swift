enum HlsKeyFramesRare: StreamRule {
  static let severity = Severity.note
  static let clause = "HLS authoring specification §1.13"
  static let sentence = "Pictures have a key frame at least every two seconds."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard stream.manifest == nil else { return }
    findings.foldEach(stream.pictures) { track, findings in
      var last: (time: Double, discontinuity: Int)?
      for segment in track.segments {
        guard let samples = segment.samples, samples.isPictures else { continue }
        for time in samples.keyFrames {
          if let before = last, before.discontinuity == segment.segment.discontinuity,
            time - before.time > 2.1
          {
            findings.add(
              in: segment.name, offset: 0,
              "there is no key frame for \(seconds(time - before.time)) before \(seconds(time)): players start and change variants late"
            )
          }
          last = (time, segment.segment.discontinuity)
        }
      }
    }
  }
}
