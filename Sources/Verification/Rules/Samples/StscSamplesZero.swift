import ISOBMFF
import Movie

enum StscSamplesZero: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.4"
  static let sentence = "Every chunk has samples."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stsc"] else { continue }
      track.chunkTable.rows.forEachRow { index, row in
        guard row[1] == 0 else { return }
        findings.add(
          at: place, field: ["entries[\(index)]", "samples_per_chunk"],
          "the chunks from \(row[0]) on have no samples")
      }
    }
  }
}
