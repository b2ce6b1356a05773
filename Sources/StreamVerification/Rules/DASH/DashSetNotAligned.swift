enum DashSetNotAligned: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.3.2"
  static let sentence =
    "With segmentAlignment or subsegmentAlignment, segments of a set begin at the same times."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let manifest = stream.manifest else { return }
    let sets = Dictionary(
      uniqueKeysWithValues: stream.switchingSets.map { ($0[0].track.set ?? 0, $0) })
    for (number, period) in manifest.periods.enumerated() {
      for (index, set) in period.sets.enumerated() {
        let isAligned = ["segmentAlignment", "subsegmentAlignment"].contains {
          !["false", nil].contains(set.element[$0])
        }
        guard isAligned, let tracks = sets[number << 16 | index], let first = tracks.first else {
          continue
        }
        for other in tracks.dropFirst() {
          guard let pair = first.firstNotAligned(with: other) else { continue }
          findings.add(
            at: other.track.place,
            "segments of the set are said to be aligned, but \(pair.other.name) begins at \(seconds(pair.otherStart)), and \(pair.own.name) at \(seconds(pair.ownStart))"
          )
        }
      }
    }
  }
}
