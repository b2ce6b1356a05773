import Inspection

enum DashSizeDiffers: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.7.2"
  static let sentence = "width and height are those of the pictures."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations
    where representation.attributes["sar"] ?? "1:1" == "1:1" {
      let claims = track.track.claims
      guard let width = claims.width, let height = claims.height, let coded = track.codedPictures,
        !coded.shows(width, height)
      else { continue }
      findings.add(
        at: representation.element, in: stream,
        "the size is stated as \(width) × \(height), but the pictures have \(coded.width) × \(coded.height)"
      )
    }
  }
}
