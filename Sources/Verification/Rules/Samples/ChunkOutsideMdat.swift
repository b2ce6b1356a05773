import ISOBMFF

enum ChunkOutsideMdat: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.5"
  static let sentence = "Chunks are in media data, and not among the boxes that describe it."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let others = ExaminedRanges(file.topBoxes.filter { !data.contains($0.type) })
    for track in file.sampleTables {
      guard let place = track.chunkBox else { continue }
      for chunk in track.chunks where chunk.bytes > 0 {
        guard let box = others.overlapping(chunk.start, chunk.end) else { continue }
        findings.add(
          at: place, field: ["chunk_offsets[\(chunk.index)]"],
          "the chunk of bytes \(chunk.start) to \(chunk.end) of track \(track.id) is in "
            + "\(box.path), which has no samples")
      }
    }
  }

  /// Boxes with samples, or with former samples: programs that free space may not update old tables.
  private static let data: Set<FourCC> = ["mdat", "imda", "idat", "free", "skip", "wide", "uuid"]
}
