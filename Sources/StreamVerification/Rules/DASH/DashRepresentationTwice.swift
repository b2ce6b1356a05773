enum DashRepresentationTwice: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.5.2"
  static let sentence = "Representations of a period have different ids."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for period in stream.manifest?.periods ?? [] {
      var seen: Set<String> = []
      for representation in period.sets.flatMap(\.representations) {
        guard let id = representation.element["id"], !seen.insert(id).inserted else { continue }
        findings.add(
          at: representation.element, in: stream,
          "the id '\(id.prefix(60))' also belongs to another representation of the period")
      }
    }
  }
}
