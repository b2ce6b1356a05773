import FieldCoding
import ISOBMFF

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
