import ISOBMFF
import Movie

enum StszAllZero: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.3"
  static let sentence = "Samples have bytes."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track.sizeBox, let samples = track.sampleCount, samples > 0,
        track.track.samples.statedTableBytes == 0
      else { continue }
      findings.add(at: place, "all \(samples) samples of track \(track.id) have 0 bytes")
    }
  }
}
