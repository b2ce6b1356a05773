import ISOBMFF

enum AudioChannelsDiffer: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-14 §6.7.2, 14496-3 §1.6.3.5"
  static let sentence = "The sample entry of AAC states as many channels as its configuration."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      for entry in track.entries {
        guard let sound = entry.box[AudioSampleEntry.self],
          let configuration = AACConfiguration.of(sound),
          let channels = AACConfiguration.channels[configuration.channelConfiguration],
          // Parametric stereo is coded as one channel.
          sound.channels != channels, configuration.coreObjectType == nil, sound.channels > 0
        else { continue }
        findings.add(
          at: entry, field: ["channelcount"],
          "the sound of track \(track.id) is said to have \(counted(sound.channels, "channel")), but its decoder is "
            + "set up for \(channels)")
      }
    }
  }
}
