import ISOBMFF

enum AudioRateDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-14 §6.7.2, 14496-3 §1.6.2.1"
  static let sentence = "The sample entry of AAC states the sampling rate of its configuration."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      for entry in track.entries {
        guard let sound = entry.box[AudioSampleEntry.self],
          let rate = AACConfiguration.of(sound)?.samplesPerSecond, rate < 65536
        else { continue }
        let stated = sound.samplesPerSecond
        // With SBR, it is the rate before or after.
        guard stated > 0, stated != Double(rate), stated != Double(rate) * 2,
          stated * 2 != Double(rate)
        else { continue }
        // QuickTime has numbers of 64 bits, and infinity is one of them.
        let words = Int(exactly: stated.rounded()).map { "\($0)" } ?? "\(stated)"
        findings.add(
          at: entry, field: ["samplerate"],
          "the sound of track \(track.id) is said to have \(words) samples a second, but its "
            + "decoder is set up for \(rate)")
      }
    }
  }
}
