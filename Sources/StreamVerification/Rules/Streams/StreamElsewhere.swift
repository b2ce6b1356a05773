/// Resources that are not requested may be valid: a warning says that they were not checked.
enum StreamElsewhere: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.1, RFC 3986 §5"
  static let sentence =
    "All parts of a stream are below the folder of its document, if that is a local file."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.unread where playlist.isElsewhere {
      findings.add(at: playlist.place, playlist.message)
    }
    for track in stream.tracks {
      for (start, segment) in track.starts {
        guard let reason = stream.reasonNotToRead(start.resource.address) else { continue }
        findings.add(at: segment.place, "\(track.name(of: start).prefix(200)) is \(reason)")
      }
      let others = track.segments.compactMap { segment in
        segment.segment.resource.flatMap { stream.reasonNotToRead($0.address) }.map {
          (segment, $0)
        }
      }
      guard let (first, reason) = others.first else { continue }
      findings.add(
        at: first.place,
        "\(counted(others.count, "segment")) of \(track.track.name), \(first.name.prefix(200)) being the first, \(others.count == 1 ? "is" : "are") \(reason)"
      )
    }
  }
}
