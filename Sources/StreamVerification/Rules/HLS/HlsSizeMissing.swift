import Inspection

enum HlsSizeMissing: StreamRule {
  static let severity = Severity.warning
  static let clause = "HLS authoring specification §9"
  static let sentence = "Each variant of pictures states their size."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants
    where variant.variant.attributes["RESOLUTION"] == nil && variant.track?.codedPictures != nil {
      findings.add(
        line: variant.variant.line, of: stream, "the variant has pictures, but no RESOLUTION")
    }
  }
}
