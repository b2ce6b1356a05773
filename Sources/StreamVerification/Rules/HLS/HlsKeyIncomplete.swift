enum HlsKeyIncomplete: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.4.4"
  static let sentence =
    "A key has a known method, an address, and an initialisation vector of 128 bits."

  private static let methods: Set<String> = [
    "NONE", "AES-128", "AES-256", "AES-256-CTR", "SAMPLE-AES", "SAMPLE-AES-CTR",
  ]

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    findings.foldEach(stream.playlists) { playlist, findings in
      for key in playlist.media.keys {
        if let problem = problem(key.attributes) {
          findings.add(in: playlist.name, line: key.line, problem)
        }
      }
    }
    for tag in stream.multivariant?.keys ?? [] {
      let attributes = tag.attributes
      let words =
        attributes["METHOD"] == "NONE" ? "EXT-X-SESSION-KEY has METHOD=NONE" : problem(attributes)
      if let words { findings.add(line: tag.line, of: stream, words) }
    }
  }

  private static func problem(_ attributes: PlaylistAttributes) -> String? {
    guard let method = attributes["METHOD"] else { return "the key has no METHOD" }
    guard methods.contains(method) else {
      return "METHOD is '\(method.prefix(40))', which is unknown"
    }
    if method == "NONE" {
      return attributes.names.count > 1 ? "METHOD is NONE, but there are other attributes" : nil
    }
    if attributes["URI"] == nil { return "the key has no URI: players cannot decrypt the segments" }
    if let vector = attributes["IV"] {
      let digits = vector.dropFirst(2)
      guard vector.hasPrefix("0x") || vector.hasPrefix("0X"), digits.utf8.count == 32,
        digits.allSatisfy(\.isHexDigit)
      else { return "IV is '\(vector.prefix(60))', not 0x and 32 hexadecimal digits" }
    }
    return nil
  }
}
