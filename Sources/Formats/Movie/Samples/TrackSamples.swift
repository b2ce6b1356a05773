import FieldCoding
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

extension TrackSamples {
  /// The samples from an index on, which counts from 0. Finding the first takes logarithmic time, and the
  /// time to read the sizes of the samples before it in its chunk.
  public func from(_ number: Int) -> IteratorSequence<Iterator> {
    IteratorSequence(iterator(at: number) ?? Iterator(self, ChunkIterator(self, atRun: runs.count)))
  }

  /// The sample with an index, which counts from 0, or the packet that contains it; nil if there is none.
  public func sample(at number: Int) -> Sample? {
    var iterator = iterator(at: number)
    return iterator?.next()
  }

  private func iterator(at number: Int) -> Iterator? {
    guard number >= 0 else { return nil }
    let index = index
    if number < index.tableCount, let run = index.chunks.last(where: { $0.firstSample <= number }) {
      // The rows were read again: they have changed since if the run does not reach the sample.
      guard number < run.firstSample + run.sampleCount else { return nil }
      let chunk = run.chunks.lowerBound + (number - run.firstSample) / run.samplesPerChunk
      return Iterator(self, at: number, ChunkIterator(self, at: chunk, of: run), index)
    }
    guard let run = runs.lastIndex(upTo: number, \.firstSample), number < runs[run].end else {
      return nil
    }
    return Iterator(self, at: number, ChunkIterator(self, atRun: run), index)
  }

  /// The last sample whose decoding time is not after a time in the track's timescale. Nil if there is
  /// none.
  public func sample(decodedAt time: Int64) -> Sample? {
    number(decodedAt: time).flatMap(sample(at:))
  }

  /// Its number from 0.
  func number(decodedAt time: Int64) -> Int? {
    if let run = runs.lastIndex(upTo: time, \.decodeTime) {
      return runs[run].firstSample + runs[run].row(decodedAt: time)
    }
    let index = index
    guard index.tableCount > 0, time >= 0 else { return nil }
    let run = index.durations.last { $0.sum <= time }
    let row: Int
    if let run, run.value > 0 {
      row = run.firstSample.addingSaturating(Int(clamping: (time - run.sum) / run.value))
    } else {
      row = run.map { $0.end - 1 } ?? 0
    }
    return Swift.min(row, index.tableCount - 1)
  }

  /// The sample with the latest composition time that is not after a time in the track's timescale.
  /// Without an edit list, this sample is shown at that time. Nil if there is none.
  public func sample(composedAt time: Int64) -> Sample? {
    guard let offsets = index.compositionOffsets else { return nil }
    let (least, greatest) = (offsets.lowerBound, offsets.upperBound)
    // Samples that are decoded later are not composed by then.
    guard var number = number(decodedAt: time.subtractingSaturating(least))
    else { return nil }
    var best: Sample?
    while let sample = sample(at: number) {
      if sample.compositionTime <= time,
        best.map({ $0.compositionTime < sample.compositionTime }) ?? true
      {
        best = sample
      }
      // Samples that are decoded earlier are not composed after the best one.
      if let best, sample.decodeTime.addingSaturating(greatest) <= best.compositionTime { break }
      guard sample.index > 0 else { break }
      number = sample.index - 1
    }
    return best
  }

  /// The index of the last sync sample that is not after a sample, and is after an earlier one; nil if there is none:
  /// decoding starts with the first sample of the track then. Indices count from 0. It takes time in proportion to the
  /// samples between them.
  public func syncSample(upTo number: Int, after earlier: Int = -1) -> Int? {
    let end = runs.partitioningIndex { $0.firstSample > number }
    for run in runs[..<end].reversed() {
      guard run.end > earlier else { return nil }
      let rows =
        Swift.max(0, earlier + 1 - run.firstSample)..<Swift.max(0, number + 1 - run.firstSample)
      if let row = run.lastSyncRow(in: rows) { return run.firstSample + row }
    }
    guard index.tableCount > 0 else { return nil }
    var last = Swift.min(number, index.tableCount - 1)
    if let table = tables.syncSamples {
      let row = table.firstRow(notBelow: Int64(last) + 2)
      guard row > 0 else { return nil }
      last = Int(Swift.max(0, table[row - 1, 0] - 1))
    }
    return last > earlier ? last : nil
  }
}

extension TrackRunSamples {
  /// The index of the last sample that is decoded at a time or before.
  fileprivate func row(decodedAt time: Int64) -> Int {
    guard hasDurations else {
      let duration = duration(of: 0)
      let row = duration > 0 ? Int(clamping: (time - decodeTime) / duration) : sampleCount - 1
      return max(0, min(row, sampleCount - 1))
    }
    var (row, end) = (0, decodeTime)
    while row + 1 < sampleCount {
      end = end.addingSaturating(duration(of: row))
      if end > time { break }
      row += 1
    }
    return row
  }

  /// The index of the last sync sample in a range.
  fileprivate func lastSyncRow(in rows: Range<Int>) -> Int? {
    var row = min(rows.upperBound, sampleCount) - 1
    while row >= rows.lowerBound {
      if !flags(of: row).isNonSync { return row }
      // Without a table, all samples except the first one have the same flags.
      row = hasFlags ? row - 1 : min(row - 1, 0)
    }
    return nil
  }
}

extension [TrackRunSamples] {
  /// The index of the last run that has samples and whose value is not greater than `value`, in ascending runs.
  fileprivate func lastIndex<Value: Comparable>(
    upTo value: Value, _ key: (TrackRunSamples) -> Value
  ) -> Int? {
    let end = partitioningIndex { key($0) > value }
    return self[..<end].lastIndex { $0.sampleCount > 0 }
  }
}

extension TrackSamples {
  /// An iterator over the samples.
  public struct Iterator: IteratorProtocol {
    private let runs: [TrackRunSamples]
    private let skipsEmptyChunks: Bool
    private var chunks: ChunkIterator
    private var timing: TableCursor
    /// The common properties of the samples of the chunk.
    private var source: SampleSource
    private var chunkNumber = 0
    private var chunkStart = 0
    private var descriptionIndex = 0
    /// The run that is the chunk; nil for one of the sample tables.
    private var run: TrackRunSamples?
    private var isInFragment = false
    /// The number of samples with ``unitSize`` bytes together; 0 if ``sizes`` has the size of each sample, starting at
    /// ``sizeRow``.
    private var unit = 0
    private var unitSize: UInt64 = 0
    private var sizes = FieldTable()
    private var sizeColumn = 0
    private var sizeRow = 0
    /// The next sample: its index, the number of samples left in the chunk, its offset, and its decoding time if it is
    /// in a fragment.
    private var index = 0
    private var left = 0
    private var position: UInt64 = 0
    private var time: Int64 = 0
    /// What the samples may still cost.
    private var budget: SampleBudget?
    private var isOver = false

    init(_ samples: TrackSamples, _ chunks: ChunkIterator) {
      self.chunks = chunks
      budget = samples.budget?.whole
      runs = samples.runs
      skipsEmptyChunks = samples.skipsEmptyChunks
      timing = TableCursor(samples.tables)
      source = samples.tables.source
    }

    /// An iterator that starts with a sample, or with the packet that contains it.
    init(_ samples: TrackSamples, at sample: Int, _ chunks: ChunkIterator, _ index: SampleIndex) {
      self.init(samples, chunks)
      guard let chunk = nextChunk() else { return }
      var count = Swift.min(Swift.max(0, sample - chunk.index), chunk.sampleCount)
      if unit > 0 { count -= count % unit }
      position = position.addingSaturating(chunk.sizes.sum(of: count))
      self.index += count
      left -= count
      sizeRow += count
      if let run {
        time = run.decodeTime.addingSaturating(run.duration(before: count))
      } else {
        timing = TableCursor(samples.tables, at: self.index, index)
      }
    }

    private mutating func nextChunk() -> SampleChunk? {
      guard let chunk = chunks.next() else { return nil }
      (index, left, position) = (chunk.index, chunk.sampleCount, chunk.start)
      (source, descriptionIndex) = (chunk.source, chunk.descriptionIndex)
      (chunkNumber, chunkStart) = (chunk.number, chunk.index)
      isInFragment = chunk.fragmentStart != nil
      if isInFragment { run = runs[chunk.number - 1] }
      time = run?.decodeTime ?? 0
      switch chunk.sizes {
      case .constant(let samples, let bytes): (unit, unitSize) = (samples, bytes)
      case .rows(let table, let column, let first):
        (unit, sizes, sizeColumn, sizeRow) = (0, table, column, first)
      }
      return chunk
    }

    /// The next sample in decoding order; nil after the last one, or after the last that the file can hold.
    public mutating func next() -> Sample? {
      guard !isOver else { return nil }
      while left == 0 {
        guard let chunk = nextChunk() else { return nil }
        if skipsEmptyChunks, chunk.isEmpty {
          if !isInFragment { _ = timing.next(left) }
          left = 0
        }
      }
      let count = unit > 0 ? Swift.min(unit, left) : 1
      var size = unitSize
      if unit == 0 {
        size = sizeRow < sizes.count ? UInt64(bitPattern: sizes[sizeRow, sizeColumn]) : 0
        sizeRow += 1
      }
      isOver = budget?.pay(forBytesFrom: position, count: size) == false
      guard !isOver else { return nil }
      let facts = isInFragment ? factsOfFragment() : timing.next(count)
      let end = position.addingSaturating(size)
      let sample = Sample(
        index: index, sampleCount: count, decodeTime: facts.decodeTime,
        compositionOffset: facts.compositionOffset, duration: facts.duration,
        fileRange: Int(clamping: position)..<Int(clamping: end),
        descriptionIndex: descriptionIndex, flags: facts.flags, chunkNumber: chunkNumber,
        chunkStart: chunkStart, group: source)
      position = end
      index += count
      left -= count
      return sample
    }

    /// Skips to the first sample of the next chunk.
    package mutating func nextOfNextChunk() -> Sample? {
      if left > 0, !isInFragment { _ = timing.next(left) }
      left = 0
      return next()
    }

    /// What the run states about the next sample.
    private mutating func factsOfFragment() -> TableCursor.Facts {
      let row = index - (run?.firstSample ?? 0)
      let facts = TableCursor.Facts(
        decodeTime: time, duration: run?.duration(of: row) ?? 0,
        compositionOffset: run?.compositionOffset(of: row) ?? 0,
        flags: run?.flags(of: row) ?? SampleFlags())
      time = time.addingSaturating(facts.duration)
      return facts
    }
  }

  /// The number of ticks by which samples would have to be decoded earlier, so that none is decoded after it is
  /// composed; 0 if that is true already. With negative composition offsets (ISO/IEC 14496-12 §8.6.1.3), decoding times
  /// are later than in containers that have no such offsets.
  package var lateness: Int64 {
    reduce(0) { Swift.max($0, $1.decodeTime.subtractingSaturating($1.compositionTime)) }
  }
}
