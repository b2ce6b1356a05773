import ISOBMFF

/// The samples of a track, in decoding order: first those of the sample tables, then those of the
/// fragments.
///
///     for sample in track.samples where sample.isSync { print(sample.number, sample.decodeTime) }
///
/// The sequence is lazy: it reads the tables in place, so that even millions of samples need no memory.
/// Offsets and numbers are not checked: they are the values in the file, which may be hostile.
public struct TrackSamples: Sequence, Sendable {
  let tables: TableSamples
  let runs: [TrackRunSamples]
  private let cached = Lazy<SampleIndex>()
  private(set) var skipsEmptyChunks = false
  /// What the samples may cost; nil if they are not as they were read from a file.
  let budget: SampleBudget?

  init(_ tables: TableSamples, _ runs: [TrackRunSamples], _ budget: SampleBudget? = nil) {
    self.tables = tables
    self.runs = runs
    self.budget = tables.isRead && runs.allSatisfy(\.isRead) ? budget : nil
  }

  /// The same without chunks in which all samples are empty: a track run of 16 bytes can have millions of
  /// such samples.
  public var withBytes: TrackSamples {
    var samples = self
    samples.skipsEmptyChunks = true
    return samples
  }

  var index: SampleIndex { cached.value { SampleIndex(tables, runs) } }

  /// The number of samples that have an offset. This counts chunks, not samples, so it is fast.
  public var count: Int { runs.last?.end ?? index.tableCount }

  /// The chunks of the sample tables, and then the track runs of the fragments.
  public var chunks: Chunks { Chunks(tables: tables, runs: runs) }

  /// The location of the first sample that is in another file; if there is none, the location of the first
  /// sample; nil if there are no samples.
  public var location: SampleLocation? {
    tables.source.track.elsewhere.min { $0.key < $1.key }.map { .elsewhere($0.value) }
      ?? chunks.first { _ in true }?.location
  }

  /// Whether there are more samples in the file than it can hold.
  var isExcess: Bool { tables.isExcess || runs.contains { $0.isExcess } }

  /// Whether there are more samples behind the end of the file than are read.
  package var isCut: Bool {
    tables.isCut || runs.contains { !$0.isExcess && $0.sampleCount < $0.statedCount }
  }

  /// Whether any of them is in a group.
  package var hasGroups: Bool {
    !tables.source.groupings.isEmpty || runs.contains { !$0.source.groupings.isEmpty }
  }

  /// The bytes of all samples in the sample tables, including those without an offset.
  package var statedTableBytes: UInt64 { tables.sizes.sum(of: tables.statedCount) }

  /// Whether all of them are before `end` in the file, or in another file.
  package func areWithin(_ end: Int) -> Bool {
    chunks.allSatisfy { chunk in
      chunk.location != .file(0) || chunk.fileRange.map { $0.upperBound <= end } ?? false
    }
  }

  /// An iterator over the samples in decoding order.
  public func makeIterator() -> Iterator { Iterator(self, chunks.makeIterator()) }

  /// The chunks of a track.
  public struct Chunks: Sequence, Sendable {
    let tables: TableSamples
    let runs: [TrackRunSamples]

    /// An iterator over the chunks in their order.
    public func makeIterator() -> ChunkIterator { ChunkIterator(tables, runs) }
  }

  /// An iterator over the chunks, and then over the track runs.
  public struct ChunkIterator: IteratorProtocol {
    private let tables: TableSamples
    private let runs: [TrackRunSamples]
    /// The next chunks; nil after the last chunk of the tables.
    private var chunkRun: ChunkTable.Run?
    private var chunk: Int
    /// The index of the next run of a fragment.
    private(set) var nextRun: Int

    init(_ tables: TableSamples, _ runs: [TrackRunSamples]) {
      self.tables = tables
      self.runs = runs
      chunkRun = tables.chunks.run(after: nil)
      chunk = chunkRun?.chunks.lowerBound ?? 0
      nextRun = 0
    }

    /// An iterator from a chunk on.
    init(_ samples: TrackSamples, at chunk: Int, of run: ChunkTable.Run) {
      tables = samples.tables
      runs = samples.runs
      chunkRun = run
      self.chunk = chunk
      nextRun = 0
    }

    /// An iterator from a run of a fragment on.
    init(_ samples: TrackSamples, atRun run: Int) {
      tables = samples.tables
      runs = samples.runs
      chunkRun = nil
      chunk = 0
      nextRun = run
    }

    /// The next chunk; nil after the last one.
    public mutating func next() -> SampleChunk? {
      if let run = chunkRun {
        let next = tables.chunk(chunk, of: run)
        chunk += 1
        // The last chunk with samples can be before the last chunk.
        if chunk >= run.chunks.upperBound
          || next.index + next.sampleCount >= run.firstSample + run.sampleCount
        {
          chunkRun = tables.chunks.run(after: run)
          chunk = chunkRun?.chunks.lowerBound ?? 0
        }
        return next
      }
      guard nextRun < runs.count else { return nil }
      nextRun += 1
      return runs[nextRun - 1].chunk(number: nextRun)
    }
  }
}
