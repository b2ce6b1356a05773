enum DashAttributeMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.1.2, §5.3.5.2"
  static let sentence =
    "A manifest states its profiles and its buffer time; a representation its id and its bandwidth."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let manifest = stream.manifest else { return }
    for name in ["profiles", "minBufferTime"] where manifest.root[name] == nil {
      findings.add(at: manifest.root, in: stream, "MPD has no attribute \(name)")
    }
    for (representation, _) in stream.representations {
      for name in ["id", "bandwidth"] where representation.element[name] == nil {
        findings.add(
          at: representation.element, in: stream, "the representation has no attribute \(name)")
      }
    }
  }
}
