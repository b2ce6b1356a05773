enum HlsRenditionIncomplete: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6.1"
  static let sentence =
    "A rendition states its type, group and name, and the attributes that its type needs."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for rendition in stream.multivariant?.renditions ?? [] {
      let missing = ["TYPE", "GROUP-ID", "NAME"].filter { rendition.attributes[$0] == nil }
      func report(_ words: String) { findings.add(line: rendition.line, of: stream, words) }
      if !missing.isEmpty { report("EXT-X-MEDIA has no \(missing.joined(separator: " and no "))") }
      switch rendition.type {
      case "SUBTITLES" where rendition.address == nil:
        report("subtitles have no URI: there is nothing to show")
      case "CLOSED-CAPTIONS" where rendition.address != nil:
        report("closed captions have a URI, but they are in the segments of pictures")
      case "CLOSED-CAPTIONS" where rendition.attributes["INSTREAM-ID"] == nil:
        report("closed captions have no INSTREAM-ID: players do not know which captions these are")
      case "AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS", "": break
      default: report("TYPE is '\(rendition.type.prefix(40))', which is unknown")
      }
    }
  }
}
