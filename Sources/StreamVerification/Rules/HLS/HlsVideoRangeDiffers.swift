import Inspection

enum HlsVideoRangeDiffers: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.6.2; HLS authoring specification §9"
  static let sentence = "VIDEO-RANGE is the dynamic range of the bitstream: SDR, HLG or PQ."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants {
      guard let coded = variant.track?.codedPictures, coded.colour != nil else { continue }
      let stated = variant.variant.claims.videoRange
      guard stated ?? "SDR" != coded.range.rawValue else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "\(stated.map { "VIDEO-RANGE is \($0)" } ?? "VIDEO-RANGE is missing, which means SDR"), but the pictures are \(coded.range.rawValue): they are shown too dark or too bright"
      )
    }
  }
}
