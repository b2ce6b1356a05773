import Inspection

enum HlsFrameRateDiffers: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.6.2"
  static let sentence = "FRAME-RATE is the greatest number of pictures in a second."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants where !variant.variant.isKeyFrames {
      guard let stated = variant.variant.claims.frameRate,
        let rates = variant.track?.frameRates
      else { continue }
      let rate = min(max(stated, rates.most), rates.greatest)
      guard abs(stated - rate) > max(0.05, rate * 0.02) else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "FRAME-RATE is \(decimal(stated)), but there are \(decimal(rate)) pictures in a second")
    }
  }
}
