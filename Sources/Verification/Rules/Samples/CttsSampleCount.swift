import ISOBMFF
import Movie

enum CttsSampleCount: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.1.3"
  static let sentence = "If samples have composition offsets, every sample has one."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["ctts"], let samples = track.sampleCount,
        case let count = track.compositionOffsets?.samples ?? 0, count != samples,
        // Some writers have a box without rows.
        count > 0 || !place.box.trailing.isEmpty
      else { continue }
      findings.add(
        at: place,
        "track \(track.id) has \(counted(samples, "sample")), but composition offsets for \(count)")
    }
  }
}
