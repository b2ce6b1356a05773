enum HlsEncryptionMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.4.4"
  static let sentence = "Segments of boxes with METHOD=SAMPLE-AES have encrypted samples."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (playlist, track) in stream.mediaPlaylists {
      for (segment, listed) in zip(track.segments, playlist.media.segments)
      where segment.content == .boxes {
        guard let start = segment.segment.initialization.map({ stream.start($0) }),
          start.problem == nil,
          start.encryptions.isEmpty,
          let key = listed.keys.lazy.map({ playlist.media.keys[$0] }).first(where: {
            $0.method.hasPrefix("SAMPLE-AES")
          })
        else { continue }
        findings.add(
          in: playlist.name, line: key.line,
          "METHOD is \(key.method), but \(track.name(of: start)) says nothing about encryption")
        break
      }
    }
  }
}
