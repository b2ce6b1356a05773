import ISOBMFF
import Movie

enum StscDescriptionUnknown: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.7.4"
  static let sentence = "Each chunk names the sample entry that says how its samples are coded."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stsc"], track.descriptions != nil else { continue }
      track.chunkTable.rows.forEachRow { index, row in
        guard row[2] < 1 || row[2] > Int64(track.entries.count) else { return }
        findings.add(
          at: place, field: ["entries[\(index)]", "sample_description_index"],
          "the chunks from \(row[0]) on name sample entry \(row[2]) of \(track.entries.count): it is "
            + "unknown how their samples are coded")
      }
    }
  }
}
