enum HlsGroupUnknown: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6.2"
  static let sentence = "A variant names existing groups of renditions."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let multivariant = stream.multivariant else { return }
    let groups = Set(multivariant.renditions.map { "\($0.type) \($0.group)" })
    for variant in multivariant.variants + multivariant.keyFrames {
      for type in ["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"] {
        guard let group = variant.attributes[type], type != "CLOSED-CAPTIONS" || group != "NONE",
          !groups.contains("\(type) \(group)")
        else { continue }
        findings.add(
          line: variant.line, of: stream,
          "the variant names the group '\(group)' of \(type), which no EXT-X-MEDIA has: the variant plays without it"
        )
      }
    }
  }
}
