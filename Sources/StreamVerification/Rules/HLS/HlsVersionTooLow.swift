enum HlsVersionTooLow: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §8"
  static let sentence = "EXT-X-VERSION is high enough for the tags of a playlist."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (name, playlist) in stream.allPlaylists {
      guard let stated = playlist.version else { continue }
      let isForLooking = playlist.first("EXT-X-I-FRAMES-ONLY") != nil
      var worst: (version: Int, tag: PlaylistTag)?
      for tag in playlist.tags {
        let needed = version(tag, isForLooking: isForLooking)
        if needed > max(stated, worst?.version ?? 0) { worst = (needed, tag) }
      }
      if let worst {
        findings.add(
          in: name, line: worst.tag.line,
          "\(worst.tag.name) here needs EXT-X-VERSION:\(worst.version), but the playlist is of version \(stated)"
        )
      }
    }
  }

  private static func version(_ tag: PlaylistTag, isForLooking: Bool) -> Int {
    switch tag.name {
    case "EXTINF": tag.value.prefix { $0 != "," }.contains(".") ? 3 : 1
    case "EXT-X-BYTERANGE", "EXT-X-I-FRAMES-ONLY": 4
    case "EXT-X-MAP": isForLooking ? 5 : 6
    case "EXT-X-KEY":
      tag.value.contains("KEYFORMAT") || tag.value.contains("SAMPLE-AES")
        ? 5 : tag.value.contains("IV=") ? 2 : 1
    case "EXT-X-DEFINE": 8
    case "EXT-X-SKIP": 9
    default: 1
    }
  }
}
