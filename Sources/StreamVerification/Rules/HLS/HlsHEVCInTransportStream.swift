import Inspection

enum HlsHEVCInTransportStream: StreamRule {
  static let severity = Severity.error
  static let clause = "HLS authoring specification §1.5"
  static let sentence = "HEVC is in CMAF segments."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for variant in stream.variants {
      let codecs = variant.variant.claims.codecs + (variant.track?.coded.map(\.codec) ?? [])
      guard
        let codec = codecs.first(where: {
          $0.hasPrefix("hvc1") || $0.hasPrefix("hev1") || $0.hasPrefix("dvh")
        }),
        let segment = variant.track?.segments.first(where: { $0.content == .transportStream })
      else { continue }
      findings.add(
        at: segment.place,
        "\(segment.name) is a transport stream with \(codec), which Apple's players do not play")
    }
  }
}
