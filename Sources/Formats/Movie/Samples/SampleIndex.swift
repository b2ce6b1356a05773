import ISOBMFF

/// An index for fast random access to samples: the starts of runs in the tables, and the range of composition offsets.
/// It has no entries for single samples.
struct SampleIndex: Sendable {
  let chunks: RunIndex<ChunkTable>
  let durations: RunIndex<SampleRuns>
  let offsets: RunIndex<SampleRuns>
  /// The number of samples in chunks.
  let tableCount: Int
  /// The range of all composition offsets.
  private(set) var compositionOffsets: ClosedRange<Int64>?

  init(_ tables: TableSamples, _ runs: [TrackRunSamples]) {
    chunks = RunIndex(tables.chunks)
    durations = RunIndex(tables.durations)
    var range: ClosedRange<Int64>?
    func include(_ offset: Int64) {
      range =
        range.map { min($0.lowerBound, offset)...max($0.upperBound, offset) }
        ?? offset...offset
    }
    offsets = RunIndex(tables.offsets) { include($0.value) }
    tableCount = chunks.last.map { $0.firstSample + $0.sampleCount } ?? 0
    if tableCount > offsets.last?.end ?? 0 { include(0) }
    for run in runs where run.sampleCount > 0 {
      if run.hasCompositionOffsets {
        for row in 0..<run.sampleCount { include(run.compositionOffset(of: row)) }
      } else {
        include(0)
      }
    }
    compositionOffsets = range
  }
}
