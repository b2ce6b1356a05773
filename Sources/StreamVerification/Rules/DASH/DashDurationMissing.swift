enum DashDurationMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.1.2"
  static let sentence = "A manifest that does not change says how long it lasts."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let manifest = stream.manifest, !manifest.isLive, manifest.duration == nil,
      manifest.periods.last?.element["duration"] == nil
    else { return }
    findings.add(
      at: manifest.root, in: stream, "the manifest is static, but has no mediaPresentationDuration")
  }
}
