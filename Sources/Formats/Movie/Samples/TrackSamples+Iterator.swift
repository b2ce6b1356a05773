import ISOBMFF

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
}
