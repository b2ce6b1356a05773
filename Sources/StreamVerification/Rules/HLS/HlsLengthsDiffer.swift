enum HlsLengthsDiffer: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §6.2.4"
  static let sentence = "Variants have the same duration."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    let variants = stream.playlists.filter { $0.entry?.variant != nil && $0.media.hasEnd }
    guard let first = variants.first else { return }
    for playlist in variants.dropFirst() {
      let (one, other) = (first.media.duration, playlist.media.duration)
      guard abs(one - other) > max(0.5, Double(first.media.targetDuration ?? 1) / 2) else {
        continue
      }
      findings.add(
        in: playlist.name, line: 1,
        "the playlist lasts \(seconds(other)), but \(first.name) lasts \(seconds(one))")
    }
  }
}
