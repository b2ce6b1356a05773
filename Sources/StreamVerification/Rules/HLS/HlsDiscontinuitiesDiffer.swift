enum HlsDiscontinuitiesDiffer: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §6.2.4"
  static let sentence = "Variants have discontinuities at the same segments."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    let variants = stream.playlists.filter { $0.entry?.variant != nil && $0.media.hasEnd }
    guard let first = variants.first else { return }
    func count(_ media: HLSMediaPlaylist) -> Int { media.segments.last?.discontinuity ?? 0 }
    for playlist in variants.dropFirst() where count(playlist.media) != count(first.media) {
      findings.add(
        in: playlist.name, line: 1,
        "there are \(counted(count(playlist.media), "discontinuity", "discontinuities")), but \(count(first.media)) in \(first.name): players cannot tell which segments belong together"
      )
    }
  }
}
