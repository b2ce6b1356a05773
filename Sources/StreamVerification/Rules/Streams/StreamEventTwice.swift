enum StreamEventTwice: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.10.3.3.4"
  static let sentence = "Event messages with one scheme, value and id are the same event."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    struct Key: Hashable {
      var scheme, value: String
      var id: UInt32
    }
    findings.foldEach(stream.tracks) { track, findings in
      var seen: [Key: (checksum: UInt32, byteCount: Int)] = [:]
      for segment in track.segments {
        for event in segment.events where !event.isTag {
          let key = Key(scheme: event.scheme, value: event.value, id: event.id)
          let data = (event.checksum, event.byteCount)
          if let first = seen[key], first != data {
            findings.add(
              in: segment.name, path: event.path, offset: event.offset,
              "the event \(key.id) of \(key.scheme) differs from an earlier event with this id: players take both for the same event"
            )
          } else if seen.count < 1 << 16 {
            seen[key] = data
          }
        }
      }
    }
  }
}
