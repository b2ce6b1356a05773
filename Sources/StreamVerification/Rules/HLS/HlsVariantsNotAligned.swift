import Inspection

enum HlsVariantsNotAligned: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §6.2.4"
  static let sentence = "Segments of variants begin at the same times."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard stream.multivariant != nil else { return }
    for set in stream.switchingSets {
      let pictures = set.filter { $0.codedPictures != nil }
      guard let first = pictures.first else { continue }
      for other in pictures.dropFirst() {
        let pair = zip(first.segments, other.segments).first { one, two in
          guard let start = one.samples?.start, let second = two.samples?.start else {
            return false
          }
          return abs(start - second) > StreamTolerance.time
        }
        guard let pair, let start = pair.0.samples?.start, let second = pair.1.samples?.start else {
          continue
        }
        findings.add(
          at: pair.1.place,
          "\(pair.1.name) begins at \(seconds(second)), but \(pair.0.name) of \(first.track.name) at \(seconds(start)): players cannot change without a break"
        )
      }
    }
  }
}
