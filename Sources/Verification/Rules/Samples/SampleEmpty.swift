import ISOBMFF
import Movie
import RecordingRescue

enum SampleEmpty: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.3, ISO/IEC 14496-15 §4.3.3"
  static let sentence =
    "A sample of coded pictures or sound has bytes, if its coding has no empty samples."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    // No file has more samples than bytes.
    var budget = file.bytes.count
    for track in file.sampleTables where track.track.byteCount != 0 {
      let forms = track.entries.map { CodedData($0.box)?.hasNoEmptySamples ?? false }
      guard forms.contains(true) else { continue }
      for sample in track.track.samples {
        budget -= 1
        guard budget > 0 else { break }
        guard sample.fileRange.isEmpty, forms.indices.contains(sample.descriptionIndex - 1),
          forms[sample.descriptionIndex - 1]
        else { continue }
        findings.add(
          at: track.sizeBox ?? track.place,
          "sample \(sample.number) of track \(track.id) has 0 bytes: nothing is shown or heard of it, and its data may be lost"
        )
      }
    }
  }
}

extension CodedData {
  /// Whether no encoder writes samples without bytes. Others do for pictures that are like those before.
  fileprivate var hasNoEmptySamples: Bool {
    switch self {
    case .frames(.startCodes), .compressed: false
    case .nalUnits, .openBitstreamUnits, .jpeg, .frames: true
    }
  }
}
