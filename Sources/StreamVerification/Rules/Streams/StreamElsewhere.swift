/// What is not asked may be sound: a warning says that it was not looked at.
enum StreamElsewhere: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.1, RFC 3986 §5"
  static let sentence =
    "All parts of a stream are on the machine of its document: a local document does not lead to files on other machines."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (place, address) in stream.elsewhere {
      findings.add(
        at: place, "\(address.text.prefix(200)) is on another machine, which is not asked")
    }
    for track in stream.tracks {
      let far = track.segments.filter {
        $0.segment.resource.map { stream.isElsewhere($0.address) } ?? false
      }
      guard let first = far.first else { continue }
      findings.add(
        at: first.place,
        "\(counted(far.count, "segment")) of \(track.track.name), \(first.name.prefix(200)) being the first, \(far.count == 1 ? "is" : "are") on another machine, which is not asked"
      )
    }
  }
}
