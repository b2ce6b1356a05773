import Inspection

enum HlsFrameRateMissing: StreamRule {
  static let severity = Severity.note
  static let clause = "HLS authoring specification §9"
  static let sentence = "Each variant of pictures states how many there are in a second."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants
    where !variant.variant.isKeyFrames && variant.variant.attributes["FRAME-RATE"] == nil
      && variant.track?.codedPictures != nil
    {
      findings.add(
        line: variant.variant.line, of: stream, "the variant has pictures, but no FRAME-RATE")
    }
  }
}
