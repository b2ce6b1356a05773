enum HlsGroupsDiffer: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.6.2.1"
  static let sentence = "Groups of one type have renditions of the same names."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for type in ["AUDIO", "VIDEO", "SUBTITLES"] {
      let all = stream.multivariant?.renditions.filter { $0.type == type } ?? []
      let groups = Dictionary(grouping: all, by: \.group).sorted {
        ($0.value.first?.line ?? 0) < ($1.value.first?.line ?? 0)
      }
      guard let first = groups.first else { continue }
      let names = Set(first.value.map(\.name))
      for group in groups.dropFirst() where Set(group.value.map(\.name)) != names {
        findings.add(
          line: group.value.first?.line ?? 1, of: stream,
          "the group '\(group.key)' of \(type) has other renditions than '\(first.key)': a player that changes the group loses the choice of the user"
        )
      }
    }
  }
}
