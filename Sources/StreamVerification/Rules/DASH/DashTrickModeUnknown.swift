enum DashTrickModeUnknown: StreamRule {
  static let severity = Severity.warning
  static let clause = "DASH-IF IOP §3.2.9"
  static let sentence = "A trick mode set names its main set, which is in the period."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for period in stream.manifest?.periods ?? [] {
      let ids = Set(period.sets.compactMap { $0.element["id"] })
      for set in period.sets {
        for property in set.element.trickModes {
          let named = (property["value"] ?? "").split(separator: " ").map(String.init)
          for id in named where !ids.contains(id) {
            findings.add(
              at: property, in: stream,
              "the main set \(id.prefix(40)) is not in the period")
          }
        }
      }
    }
  }
}
