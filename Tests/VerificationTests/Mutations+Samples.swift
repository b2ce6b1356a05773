import ISOBMFF
import Testing

extension Mutation {
  static let samples: [Mutation] = [
    .boxes("timescale-zero", Sample.movie, at: "moov/trak") { file in
      try file.edit("moov/trak/mdia/mdhd", as: MediaHeaderBox.self) { $0.timescale = 0 }
    },
    .boxes("samples-past-end", Sample.mp4, at: "moov/trak") { file in
      try file.edit("moov/trak/mdia/minf/stbl/stco", as: ChunkOffsetBox.self) { box in
        let last = box.chunkOffsets.count - 1
        box.chunkOffsets = FieldTable(
          columns: box.chunkOffsets.columns,
          rows: (0...last).map { [box.chunkOffsets[$0, 0] + ($0 == last ? 1 << 30 : 0)] })
      }
    },
  ]
}
