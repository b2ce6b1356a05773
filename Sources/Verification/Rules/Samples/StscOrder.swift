import ISOBMFF
import Movie

enum StscOrder: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.7.4"
  static let sentence = "Runs of chunks start with chunk 1, and each starts after the one before."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stsc"] else { continue }
      var previous: Int64 = 0
      track.chunkTable.rows.forEachRow { index, row in
        if index == 0, row[0] != 1 {
          findings.add(
            at: place, field: ["entries[0]", "first_chunk"],
            "the first run starts with chunk \(row[0]) and not with 1")
        } else if row[0] <= previous {
          findings.add(
            at: place, field: ["entries[\(index)]", "first_chunk"],
            "a run starts with chunk \(row[0]), but the one before with \(previous)")
        }
        previous = row[0]
      }
    }
  }
}
