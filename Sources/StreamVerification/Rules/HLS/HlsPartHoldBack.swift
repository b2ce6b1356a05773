enum HlsPartHoldBack: StreamRule {
  static let severity = Severity.error
  static let clause = "RFC 8216bis §4.4.3.8"
  static let sentence = "With parts, PART-HOLD-BACK is stated, and is at least twice PART-TARGET."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for playlist in stream.playlists {
      guard let target = playlist.media.partTarget, !playlist.media.allParts.isEmpty else {
        continue
      }
      let control = playlist.media.serverControl
      let stated = control?.attributes.number("PART-HOLD-BACK")
      guard stated ?? 0 < 2 * target else { continue }
      findings.add(
        in: playlist.name, line: control?.line ?? 1,
        stated.map {
          "PART-HOLD-BACK is \(seconds($0)), less than twice PART-TARGET of \(seconds(target))"
        }
          ?? "there are parts, but EXT-X-SERVER-CONTROL has no PART-HOLD-BACK: players do not know how close to the end they may play"
      )
    }
  }
}
