enum DashAvailabilityMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.1.2"
  static let sentence =
    "A live manifest says from when on segments are available, and when it was published."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let manifest = stream.manifest, manifest.isLive else { return }
    for name in ["availabilityStartTime", "publishTime"] {
      guard let text = manifest.root[name] else {
        findings.add(at: manifest.root, in: stream, "the manifest is dynamic, but has no \(name)")
        continue
      }
      if StreamDate.seconds(text) == nil {
        findings.add(
          at: manifest.root, in: stream, "\(name) is '\(text.prefix(60))', which is not a date")
      }
    }
  }
}
