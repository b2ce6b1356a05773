import ISOBMFF
import Movie

enum CslgDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.1.4"
  static let sentence = "The range of composition offsets that is stated is that of the samples."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["cslg"], let stated = place.box[CompositionToDecodeBox.self],
        let actual = track.compositionOffsets?.values, !file.isFragmented,
        stated.leastDecodeToDisplayDelta != actual.lowerBound
          || stated.greatestDecodeToDisplayDelta != actual.upperBound
      else { continue }
      findings.add(
        at: place, field: ["leastDecodeToDisplayDelta"],
        "composition offsets of track \(track.id) are said to be \(stated.leastDecodeToDisplayDelta) to "
          + "\(stated.greatestDecodeToDisplayDelta), but are \(actual.lowerBound) to \(actual.upperBound)"
      )
    }
  }
}
