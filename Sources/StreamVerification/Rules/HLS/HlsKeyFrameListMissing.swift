enum HlsKeyFrameListMissing: StreamRule {
  static let severity = Severity.note
  static let clause = "HLS authoring specification §6"
  static let sentence = "Streams of pictures have playlists of key frames."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard let multivariant = stream.multivariant, multivariant.keyFrames.isEmpty,
      !stream.pictures.isEmpty,
      let first = multivariant.variants.first
    else { return }
    findings.add(
      line: first.line, of: stream,
      "there is no EXT-X-I-FRAME-STREAM-INF: players show no pictures while a viewer seeks"
    )
  }
}
