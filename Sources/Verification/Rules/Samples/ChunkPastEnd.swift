import ISOBMFF

enum ChunkPastEnd: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.7.5"
  static let sentence = "A chunk ends within the file."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track.chunkBox else { continue }
      for chunk in track.chunks where chunk.start < UInt64(file.end) && chunk.end > UInt64(file.end)
      {
        findings.add(
          at: place, field: ["chunk_offsets[\(chunk.index)]"],
          "the chunk from byte \(chunk.start) on has \(counted(chunk.bytes, "byte")), but the file ends at byte "
            + "\(file.end)")
      }
    }
  }
}
