enum DashMimeTypeMissing: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.3.7.2"
  static let sentence = "A representation or its set states its MIME type."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, _) in stream.representations
    where representation.attributes["mimeType"] == nil {
      findings.add(
        at: representation.element, in: stream,
        "neither the representation nor its set has a mimeType")
    }
  }
}
