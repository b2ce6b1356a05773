enum HlsSyntax: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.1, §4.2"
  static let sentence =
    "Lines of a playlist are addresses, comments, and tags with values of their kind."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (name, playlist) in stream.allPlaylists {
      for problem in playlist.problems {
        findings.add(in: name, line: problem.line, problem.message)
      }
    }
  }
}
