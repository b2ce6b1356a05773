import FieldCoding
package import ISOBMFF

/// The samples of a track that are not in fragments: their offsets, times and flags (ISO/IEC 14496-12 §8.6, §8.7).
/// Tables are read in place, and never copied: iterators share this object.
final class TableSamples: Sendable {
  /// The number of samples that the sizes state.
  let statedCount: Int
  let chunks: ChunkTable
  let durations: SampleRuns
  let offsets: SampleRuns
  /// The numbers of the sync samples; nil if all samples are sync samples.
  let syncSamples: FieldTable?
  let dependencies: FieldTable
  let priorities: FieldTable
  let source: SampleSource
  let sizes: SampleSizes
  /// Whether the sizes are as they were read from a file.
  let isRead: Bool
  /// Whether there are more samples in the file than it can hold.
  let isExcess: Bool
  /// Whether there are more samples behind the end of the file than are read.
  let isCut: Bool

  /// No samples.
  convenience init(_ source: SampleSource) {
    var budget = SampleBudget(fileBytes: 0)
    self.init([], audioPacket: nil, source: source, &budget)
  }

  /// - Parameters:
  ///   - boxes: the boxes in `stbl`.
  ///   - audioPacket: the samples and bytes of a packet, if it is audio and they are known.
  ///   - budget: pays for the samples.
  init(
    _ boxes: [Box], audioPacket: (samples: UInt64, bytes: UInt64)?, source: SampleSource,
    _ budget: inout SampleBudget
  ) {
    self.source = source
    let box = boxes.first(SampleSizeBox.self)
    let rows =
      box?.entries ?? boxes.first(CompactSampleSizeBox.self)?.entries ?? FieldTable()
    statedCount = box.map { Int($0.sampleCount) } ?? rows.count
    if let size = box?.sampleSize, size > 0 {
      let packet = size == 1 ? audioPacket : nil
      sizes = .constant(
        samples: packet.map { Int(clamping: $0.samples) } ?? 1, bytes: packet?.bytes ?? UInt64(size)
      )
    } else if statedCount == 0 {
      // All tracks without samples share this: it needs no table.
      sizes = .constant(samples: 1, bytes: 0)
    } else {
      sizes = .rows(rows, column: 0, first: 0)
    }
    isRead = !boxes.contains { ["stsz", "stz2"].contains($0.type) && $0.source == nil }
    let stated = ChunkTable(boxes, sampleCount: statedCount)
    var paid = SampleBudget.Paid()
    if isRead, case .constant = sizes {
      var run = stated.run(after: nil)
      while let chunks = run {
        paid = chunks.pay(sizes, at: stated.offsets, after: paid, &budget)
        run = stated.run(after: chunks)
      }
    }
    isExcess = paid.isExcess
    isCut = paid.isCut
    chunks = paid.isCut ? ChunkTable(boxes, sampleCount: paid.count) : stated
    durations = SampleRuns(table: boxes.first(TimeToSampleBox.self)?.entries ?? FieldTable())
    offsets = SampleRuns(table: boxes.first(CompositionOffsetBox.self)?.entries ?? FieldTable())
    syncSamples = boxes.first(SyncSampleBox.self)?.entries
    dependencies = source.dependencies ?? FieldTable()
    priorities = boxes.first(DegradationPriorityBox.self)?.entries ?? FieldTable()
  }

  /// A chunk of a run of chunks, by its number from 0.
  func chunk(_ number: Int, of run: ChunkTable.Run) -> SampleChunk {
    // The run has at most as many samples as the track.
    let before = run.samplesPerChunk * (number - run.chunks.lowerBound)
    let index = run.firstSample + before
    let sizes: SampleSizes =
      if case .rows(let table, let column, _) = sizes {
        .rows(table, column: column, first: index)
      } else {
        sizes
      }
    return SampleChunk(
      index: index, sampleCount: min(run.samplesPerChunk, run.sampleCount - before),
      start: UInt64(bitPattern: chunks.offsets[number, 0]).addingSaturating(
        UInt64(
          clamping: source.identifiedMedia(ofDescription: run.descriptionIndex)?.start ?? 0)),
      descriptionIndex: run.descriptionIndex, number: number + 1, sizes: sizes, source: source)
  }

  /// The size of all samples, even without an offset; nil if a very long table would have to be read.
  var byteCount: UInt64? {
    if case .rows(let table, _, _) = sizes, table.count > Track.rowLimit { return nil }
    return sizes.sum(of: statedCount)
  }

  /// The duration of all samples, in the track's timescale; nil if the table of durations is long, or has another
  /// number of samples.
  var duration: UInt64? {
    guard durations.table.count <= Track.rowLimit, let last = RunIndex(durations).last,
      last.end == statedCount
    else { return nil }
    return UInt64(clamping: last.sumAfter)
  }

  /// Whether more is stated about samples than the sync samples.
  var hasKinds: Bool { !dependencies.isEmpty || !priorities.isEmpty }

  /// Completes the `sample_flags` of the sample with an index. Before, only ``SampleFlags/isNonSync`` is set.
  func complete(_ flags: inout SampleFlags, of sample: Int) {
    let priority = sample < priorities.count ? priorities[sample, 0] : 0
    flags.add(
      dependencies: dependencies.dependencies(of: sample),
      priority: UInt32(truncatingIfNeeded: priority))
  }
}

/// Reads the times and the flags of samples in sample tables, one after the other. Only this code reads `stts`, `ctts`,
/// `stss`, `sdtp` and `stdp` sample by sample.
struct TableCursor {
  /// The values of one sample in the tables.
  struct Facts {
    var decodeTime: Int64
    var duration: Int64
    var compositionOffset: Int64
    var flags: SampleFlags
  }

  private let tables: TableSamples
  private var sample: Int
  /// The decoding time of the next one.
  private var time: Int64
  /// Samples after the end of `stts` have the duration of its last sample, as in players.
  private var durations: SampleRuns.Cursor
  private var offsets: SampleRuns.Cursor
  /// The first row of `stss` for the next sample or a later one.
  private var syncRow = 0
  private var nextSync: Int64 = .max
  private let isAllSync: Bool
  private let hasKinds: Bool

  init(_ tables: TableSamples) {
    self.tables = tables
    sample = 0
    time = 0
    durations = SampleRuns.Cursor(tables.durations, repeatsLast: true)
    offsets = SampleRuns.Cursor(tables.offsets)
    isAllSync = tables.syncSamples == nil
    hasKinds = tables.hasKinds
    readSync()
  }

  /// A cursor at a sample, from 0.
  init(_ tables: TableSamples, at sample: Int, _ index: SampleIndex) {
    self.tables = tables
    self.sample = sample
    let run = index.durations.last { $0.firstSample <= sample }
    time = run?.sum(upTo: sample - (run?.firstSample ?? 0)) ?? 0
    durations = SampleRuns.Cursor(tables.durations, at: sample, in: run, repeatsLast: true)
    offsets = SampleRuns.Cursor(
      tables.offsets, at: sample, in: index.offsets.last { $0.firstSample <= sample })
    syncRow = tables.syncSamples.map { $0.firstRow(notBelow: Int64(sample) + 1) } ?? 0
    isAllSync = tables.syncSamples == nil
    hasKinds = tables.hasKinds
    readSync()
  }

  private mutating func readSync() {
    guard let table = tables.syncSamples else { return }
    while syncRow < table.count {
      nextSync = table[syncRow, 0]
      if nextSync > Int64(sample) { return }
      syncRow += 1
    }
    nextSync = .max
  }

  /// Continues with the next samples, which are decoded together.
  mutating func next(_ count: Int) -> Facts {
    let duration = durations.next(count)
    var flags = SampleFlags()
    flags.isNonSync = !isAllSync && nextSync != Int64(sample) + 1
    if hasKinds { tables.complete(&flags, of: sample) }
    let offset = offsets.next()
    if count > 1 { _ = offsets.next(count - 1) }
    let facts = Facts(
      decodeTime: time, duration: duration, compositionOffset: offset, flags: flags)
    time = time.addingSaturating(duration)
    sample += count
    if nextSync <= Int64(sample) { readSync() }
    return facts
  }
}

extension FieldTable {
  /// The first row whose first number is not less than `value`, in an ascending table.
  func firstRow(notBelow value: Int64) -> Int {
    (0..<count).partitioningIndex { self[$0, 0] >= value }
  }
}

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

/// A table in which each row applies to a run of samples.
package protocol RunTable: Sendable {
  associatedtype Run: Sendable
  /// The run that comes after another, or the first; nil after the last.
  func run(after previous: Run?) -> Run?
}

/// Allows fast search in a table of runs without a copy of it: it stores every 64th run.
struct RunIndex<Table: RunTable>: Sendable {
  private let table: Table
  private var marks: [Table.Run] = []
  /// The last run; nil if there is none.
  private(set) var last: Table.Run?

  /// Reads all rows once.
  ///
  /// - Parameter body: gets each run.
  init(_ table: Table, _ body: (Table.Run) -> Void = { _ in }) {
    self.table = table
    var count = 0
    while let run = table.run(after: last) {
      if count % 64 == 0 { marks.append(run) }
      count += 1
      body(run)
      last = run
    }
  }

  /// The last run for which `isBefore` is true; it has to be true for all runs before.
  func last(where isBefore: (Table.Run) -> Bool) -> Table.Run? {
    let end = marks.partitioningIndex { !isBefore($0) }
    guard end > 0 else { return nil }
    var found = marks[end - 1]
    while let next = table.run(after: found), isBefore(next) { found = next }
    return found
  }
}

/// The rows of `stts`, `ctts` and `sbgp`: numbers of consecutive samples with the same value, and the value.
package struct RunLengths {
  /// The rows, one after the other.
  package private(set) var values: [Int64] = []
  /// The least value; 0 if there is none.
  package private(set) var least: Int64 = 0

  package init() {}

  package mutating func append(_ value: Int64, count: Int = 1) {
    least = min(least, value)
    if let last = values.last, last == value {
      values[values.count - 2] += Int64(count)
    } else {
      values += [Int64(count), value]
    }
  }

  /// The last value; nil if there are none.
  package var last: Int64? { values.last }

  package mutating func removeLast() {
    guard values.count >= 2 else { return }
    values[values.count - 2] -= 1
    if values[values.count - 2] == 0 { values.removeLast(2) }
  }

  /// The common value; nil if values differ, or if there are none.
  package var only: Int64? { values.count == 2 ? values[1] : nil }

  /// The common value of all but the first; nil if they differ.
  package var onlyAfterFirst: Int64? {
    values.count == 4 && values[0] == 1 ? values[3] : only
  }

  /// The values one by one.
  package var each: Values { Values(runs: values) }

  package struct Values: Sequence, IteratorProtocol {
    private let runs: [Int64]
    private var position = 0
    private var used: Int64 = 0

    fileprivate init(runs: [Int64]) { self.runs = runs }

    package mutating func next() -> Int64? {
      while position < runs.count, used == runs[position] { (position, used) = (position + 2, 0) }
      guard position < runs.count else { return nil }
      used += 1
      return runs[position + 1]
    }
  }

  /// Whether any value differs from this one.
  package func hasOther(than value: Int64) -> Bool {
    stride(from: 1, to: values.count, by: 2).contains { values[$0] != value }
  }
}
