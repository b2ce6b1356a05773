enum HlsMethodDiffers: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.4.4, ISO/IEC 23001-7 §4.2"
  static let sentence =
    "METHOD fits the scheme of encryption: SAMPLE-AES is cbcs, SAMPLE-AES-CTR is cenc."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    let schemes = ["SAMPLE-AES": "cbcs", "SAMPLE-AES-CTR": "cenc"]
    for (playlist, track) in stream.mediaPlaylists {
      guard let key = playlist.media.keys.first(where: { schemes[$0.method] != nil }),
        let scheme = schemes[key.method],
        let other = track.encryptions.compactMap(\.scheme).first(where: { "\($0)" != scheme })
      else { continue }
      findings.add(
        in: playlist.name, line: key.line,
        "METHOD is \(key.method), which is \(scheme), but samples are encrypted as \(other)")
    }
  }
}
