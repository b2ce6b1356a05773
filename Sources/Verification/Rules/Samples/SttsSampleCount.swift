import ISOBMFF
import Movie

enum SttsSampleCount: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.6.1.2"
  static let sentence = "Every sample has a duration."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stts"], let samples = track.sampleCount,
        let count = track.times?.samples,
        count != samples
      else { continue }
      findings.add(
        at: place,
        "track \(track.id) has \(counted(samples, "sample")), but durations for \(count): for the others, programs "
          + "disagree on the times")
    }
  }
}
