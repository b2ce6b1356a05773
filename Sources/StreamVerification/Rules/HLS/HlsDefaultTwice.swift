enum HlsDefaultTwice: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6.1.1"
  static let sentence =
    "At most one rendition of a group is the default, and players choose the default automatically."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    var seen: Set<[String]> = []
    for rendition in stream.multivariant?.renditions ?? []
    where rendition.attributes.isYes("DEFAULT") {
      if !seen.insert([rendition.type, rendition.group]).inserted {
        findings.add(
          line: rendition.line, of: stream, "the group '\(rendition.group)' has a second default")
      }
      if rendition.attributes["AUTOSELECT"] == "NO" {
        findings.add(
          line: rendition.line, of: stream, "the default '\(rendition.name)' has AUTOSELECT=NO")
      }
    }
  }
}
