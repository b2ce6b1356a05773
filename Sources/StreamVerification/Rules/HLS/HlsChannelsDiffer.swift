import Inspection

enum HlsChannelsDiffer: StreamRule {
  static let severity = Severity.warning
  static let clause = "RFC 8216bis §4.4.6.1"
  static let sentence = "CHANNELS is how many channels the sound has."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (playlist, track) in stream.mediaPlaylists {
      guard let entry = playlist.entry, let stated = entry.claims.channels,
        let sound = track.codedSound,
        stated != sound.channels, !sound.hasObjects
      else { continue }
      findings.add(
        line: entry.line, of: stream,
        "CHANNELS is \(stated), but \(playlist.name) has \(counted(sound.channels, "channel"))")
    }
  }
}
