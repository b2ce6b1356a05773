import FieldCoding

enum StreamEventTwice: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.10.3.3.4"
  static let sentence = "Event messages with one scheme, value and id are the same event."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    struct Key: Hashable {
      var scheme, value: String
      var id: UInt32
    }
    for track in stream.tracks {
      var seen: [Key: Bytes] = [:]
      for segment in track.segments {
        for event in segment.events where event.box.tag == nil {
          let key = Key(
            scheme: event.box.schemeIDURI.string, value: event.box.value.string, id: event.box.id)
          if let first = seen[key], first != event.box.messageData {
            findings.add(
              in: segment.name, path: event.path, offset: event.offset,
              "the event \(key.id) of \(key.scheme) says something else than the one before it: players take it for the same"
            )
          } else if seen.count < 1 << 16 {
            seen[key] = event.box.messageData
          }
        }
      }
    }
  }
}
