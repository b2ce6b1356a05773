package import ISOBMFF

/// The chunks of samples, and their offsets (`stsc`, `stco`, `co64`).
package struct ChunkTable: RunTable {
  /// `first_chunk`, `samples_per_chunk`, `sample_description_index`.
  package let rows: FieldTable
  package let offsets: FieldTable
  /// The number of samples of the track; chunks have at most as many.
  let sampleCount: Int

  /// Chunks with equally many samples.
  package struct Run: Sendable {
    fileprivate let row: Int
    /// The numbers of the chunks, from 0.
    package let chunks: Range<Int>
    package let samplesPerChunk: Int
    /// The number of the sample entry, from 1.
    package let descriptionIndex: Int
    /// The index of the first sample.
    package let firstSample: Int
    package let sampleCount: Int
  }

  /// - Parameters:
  ///   - boxes: the boxes in `stbl`.
  ///   - sampleCount: the number of samples of the track.
  package init(_ boxes: [Box], sampleCount: Int) {
    rows = boxes.first(SampleToChunkBox.self)?.entries ?? FieldTable()
    offsets =
      boxes.first(ChunkOffsetBox.self)?.chunkOffsets
      ?? boxes.first(ChunkLargeOffsetBox.self)?.chunkOffsets ?? FieldTable()
    self.sampleCount = sampleCount
  }

  /// Rows that go backwards, which is invalid, do not repeat a chunk. Rows without chunks or without samples are left
  /// out.
  package func run(after previous: Run?) -> Run? {
    var row = previous.map { $0.row + 1 } ?? 0
    let sample = previous.map { $0.firstSample + $0.sampleCount } ?? 0
    guard sample < sampleCount else { return nil }
    while row < rows.count {
      let first = max(Int(rows[row, 0]) - 1, previous?.chunks.upperBound ?? 0)
      let next = row + 1 < rows.count ? Int(rows[row + 1, 0]) - 1 : offsets.count
      let end = min(next, offsets.count)
      let perChunk = Int(rows[row, 1])
      if perChunk > 0, first < end {
        let samples = perChunk.multipliedSaturating(by: end - first)
        return Run(
          row: row, chunks: first..<end, samplesPerChunk: perChunk,
          descriptionIndex: Int(rows[row, 2]), firstSample: sample,
          sampleCount: min(samples, sampleCount - sample))
      }
      row += 1
    }
    return nil
  }
}

extension ChunkTable.Run {
  /// Pays for samples of the same size.
  func pay(
    _ sizes: SampleSizes, at offsets: FieldTable, after paid: SampleBudget.Paid,
    _ budget: inout SampleBudget
  ) -> SampleBudget.Paid {
    var paid = paid
    var left = sampleCount
    for chunk in chunks where left > 0 {
      let count = min(left, samplesPerChunk)
      left -= count
      paid = budget.pay(
        for: count, from: UInt64(bitPattern: offsets[chunk, 0]), sizes, before: paid)
    }
    return paid
  }
}
