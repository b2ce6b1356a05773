import Inspection

enum HlsSizeDiffers: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.6.2"
  static let sentence = "RESOLUTION is the size of the pictures."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants {
      let claims = variant.variant.claims
      guard let width = claims.width, let height = claims.height,
        let coded = variant.track?.codedPictures,
        !coded.shows(width, height)
      else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "RESOLUTION is \(width)x\(height), but the pictures have \(coded.width) × \(coded.height)")
    }
  }
}
