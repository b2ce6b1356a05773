import ISOBMFF
import Movie

enum CttsNegative: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.1.3"
  static let sentence = "Composition offsets are negative in version 1 only."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard !file.has(RuleQuirk.signedOffsets) else { return }
    for track in file.sampleTables {
      guard let place = track["ctts"], let offsets = track.compositionOffsets,
        place.box[CompositionOffsetBox.self]?.header.version == 0, offsets.values.lowerBound < 0
      else { continue }
      findings.add(
        at: place,
        "track \(track.id) has offsets down to \(offsets.values.lowerBound) in version 0, which some "
          + "programs read as very large ones")
    }
  }
}
