enum HlsSessionKeyUnused: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.6.5"
  static let sentence = "A key of the session is a key of a media playlist."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    let used = Set(stream.playlists.flatMap(\.media.keys).compactMap { $0.attributes["URI"] })
    for tag in stream.multivariant?.keys ?? [] {
      guard let address = tag.attributes["URI"], !used.contains(address) else { continue }
      findings.add(
        line: tag.line, of: stream, "no media playlist has the key '\(address.prefix(100))'")
    }
  }
}
