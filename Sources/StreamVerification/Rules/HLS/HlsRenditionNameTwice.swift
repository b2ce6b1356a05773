enum HlsRenditionNameTwice: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6.1.1"
  static let sentence = "Renditions of a group have different names."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    var seen: Set<[String]> = []
    for rendition in stream.multivariant?.renditions ?? []
    where !seen.insert([rendition.type, rendition.group, rendition.name]).inserted {
      findings.add(
        line: rendition.line, of: stream,
        "the group '\(rendition.group)' has a second rendition '\(rendition.name)': users cannot tell them apart"
      )
    }
  }
}
