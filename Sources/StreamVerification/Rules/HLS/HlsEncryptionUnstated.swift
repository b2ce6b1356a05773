enum HlsEncryptionUnstated: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.4.4"
  static let sentence = "Segments whose samples are encrypted have a key."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (playlist, track) in stream.mediaPlaylists
    where playlist.media.keys.isEmpty && !track.encryptions.isEmpty {
      guard let (start, segment) = track.starts.first(where: { !$0.start.encryptions.isEmpty })
      else { continue }
      findings.add(
        at: segment.place,
        "\(track.name(of: start)) says that samples are encrypted, but there is no EXT-X-KEY: players cannot decrypt them"
      )
    }
  }
}
