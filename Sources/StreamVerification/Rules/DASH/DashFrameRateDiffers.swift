import Inspection

enum DashFrameRateDiffers: StreamRule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.3.7.2"
  static let sentence = "frameRate is how many pictures there are in a second."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations where track.track.kind == .pictures {
      guard let stated = track.track.claims.frameRate, let rates = track.frameRates else {
        continue
      }
      let rate = min(max(stated, rates.least), rates.greatest)
      guard abs(stated - rate) > max(0.05, rate * 0.02) else { continue }
      findings.add(
        at: representation.element, in: stream,
        "frameRate is \(decimal(stated)), but there are \(decimal(rate)) pictures in a second")
    }
  }
}
