import ISOBMFF

enum ChunksOverlap: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.5"
  static let sentence = "No byte belongs to two samples."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    var all: [(start: UInt64, end: UInt64, chunk: Int, track: Int)] = []
    for (index, track) in file.sampleTables.enumerated() {
      for chunk in track.chunks where chunk.bytes > 0 {
        all.append((chunk.start, chunk.end, chunk.index, index))
      }
    }
    all.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    guard var last = all.first else { return }
    for chunk in all.dropFirst() {
      // If the ranges are equal, the bytes are shared on purpose, as for a picture that is shown again.
      if chunk.start < last.end, (chunk.start, chunk.end) != (last.start, last.end),
        let place = file.sampleTables[chunk.track].chunkBox
      {
        findings.add(
          at: place, field: ["chunk_offsets[\(chunk.chunk)]"],
          "bytes \(chunk.start) to \(min(chunk.end, last.end)) are in this chunk of track "
            + "\(file.sampleTables[chunk.track].id) and in one of track "
            + "\(file.sampleTables[last.track].id)")
      }
      if chunk.end > last.end { last = chunk }
    }
  }
}
