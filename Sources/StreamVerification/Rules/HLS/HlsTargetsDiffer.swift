enum HlsTargetsDiffer: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §6.2.4"
  static let sentence = "Variants have the same target duration."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    let variants = stream.playlists.filter {
      $0.entry?.variant != nil && $0.media.targetDuration != nil
    }
    guard let first = variants.first, let target = first.media.targetDuration else { return }
    for playlist in variants.dropFirst() {
      guard let other = playlist.media.targetDuration, other != target else { continue }
      findings.add(
        in: playlist.name, line: playlist.whole.first("EXT-X-TARGETDURATION")?.line ?? 1,
        "the target duration is \(other) s, but \(target) s in \(first.name)")
    }
  }
}
