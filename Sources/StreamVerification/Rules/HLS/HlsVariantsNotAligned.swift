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
        guard let pair = first.firstNotAligned(with: other) else { continue }
        findings.add(
          at: pair.other.place,
          "\(pair.other.name) begins at \(seconds(pair.otherStart)), but \(pair.own.name) of \(first.track.name) at \(seconds(pair.ownStart)): players cannot change without a break"
        )
      }
    }
  }
}
