import ISOBMFF
import Movie

enum StscChunkUnknown: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.4"
  static let sentence = "Runs of chunks are of chunks that the track has."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stsc"], track.chunkBox != nil else { continue }
      let chunks = track.chunkTable.offsets.count
      track.chunkTable.rows.forEachRow { index, row in
        guard row[0] > Int64(chunks) else { return }
        findings.add(
          at: place, field: ["entries[\(index)]", "first_chunk"],
          "a run starts with chunk \(row[0]), but track \(track.id) has \(counted(chunks, "chunk"))"
        )
      }
    }
  }
}
