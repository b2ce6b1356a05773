import FieldCoding
import ISOBMFF

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

  /// The index of the last sync sample that is not after a sample; the first sync sample of the track if
  /// there is none before; nil if the track has no sync samples. Indices count from 0.
  public func syncSample(upTo number: Int) -> Int? {
    if let sync = syncSample(upTo: number, after: -1) { return sync }
    if index.tableCount > 0, let table = tables.syncSamples, !table.isEmpty {
      return Int(Swift.max(0, table[0, 0] - 1))
    }
    return runs.lazy.compactMap { run in
      run.firstSyncRow.map { run.firstSample + $0 }
    }.first
  }

  /// The index of the last sync sample that is not after a sample, and is after an earlier one; nil if there is none. It
  /// takes time in proportion to the samples between them.
  package func syncSample(upTo number: Int, after earlier: Int) -> Int? {
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

  fileprivate var firstSyncRow: Int? {
    if sampleCount > 0, !hasFlags {
      return (0..<min(2, sampleCount)).first { !flags(of: $0).isNonSync }
    }
    return (0..<sampleCount).first { !flags(of: $0).isNonSync }
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
