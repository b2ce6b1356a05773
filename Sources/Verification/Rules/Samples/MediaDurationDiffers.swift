import ISOBMFF
import Movie

enum MediaDurationDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.4.2"
  static let sentence = "The duration of the media of a track is that of its samples."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard !file.isFragmented else { return }
    for track in file.sampleTables where track.timescale > 0 {
      guard let header = track.track.mediaHeader,
        let stated = header.duration.known(header.header.version), let times = track.times,
        times.samples > 0
      else { continue }
      let seconds = Double(stated) / Double(track.timescale)
      let actual = Double(times.sum) / Double(track.timescale)
      guard abs(seconds - actual) > Seconds.tolerance else { continue }
      findings.add(
        at: track.mediaHeader, field: ["duration"],
        "the media of track \(track.id) is said to last \(Seconds.text(seconds)), but its samples "
          + "last \(Seconds.text(actual))")
    }
  }
}
