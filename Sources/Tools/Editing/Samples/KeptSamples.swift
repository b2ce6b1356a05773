package import FieldCoding
import ISOBMFF

/// The samples that a track keeps.
struct KeptSamples {
  /// The indices of the samples.
  var range: Range<Int>
  /// The time by which the first one is shortened, in the track's timescale.
  var shortening: Int64 = 0
  /// How many new ticks an old one has.
  var factor: Int64 = 1
  /// The indices of those that are re-encoded together with earlier samples.
  var gap = 0..<0
  /// The number of new samples before them.
  var newCount = 0

  /// The new number of samples of the track.
  var count: Int { newCount + range.count - gap.count }
}

extension Box {
  /// Keeps only a range of samples in the tables of `stbl`.
  ///
  /// - Parameters:
  ///   - kept: the indices of the samples.
  ///   - offset: the offset of the first of them in the file; nil if it is the first of its chunk.
  mutating func keepSamples(_ kept: Range<Int>, at offset: Int? = nil) {
    var children = children
    for index in children.indices { children[index].keepRows(of: kept) }
    if let chunks = children.first(SampleToChunkBox.self)?.entries {
      let (runs, chunks) = chunks.keepingChunks(of: kept)
      for index in children.indices {
        children[index][SampleToChunkBox.self]?.entries = runs
        if let offsets = children[index][ChunkOffsetBox.self]?.chunkOffsets {
          children[index][ChunkOffsetBox.self]?.chunkOffsets =
            offsets.rows(chunks, startingWith: offset)
        }
        if let offsets = children[index][ChunkLargeOffsetBox.self]?.chunkOffsets {
          children[index][ChunkLargeOffsetBox.self]?.chunkOffsets =
            offsets.rows(chunks, startingWith: offset)
        }
      }
    }
    // Its summary of all composition times would be wrong, and is optional.
    children.removeAll { $0.type == "cslg" }
    self.children = children
  }

  /// Shortens the first sample of `stbl`.
  mutating func shortenFirstSample(by ticks: Int64) {
    change(["stts"]) { box in
      guard var rows = box[TimeToSampleBox.self]?.entries.rowValues, let first = rows.first,
        first[1] > ticks
      else { return false }
      rows[0][0] -= 1
      if rows[0][0] == 0 { rows.removeFirst() }
      rows.insert([1, first[1] - ticks], at: 0)
      box[TimeToSampleBox.self]?.entries = FieldTable(
        columns: TimeToSampleBox.columns, rows: rows)
      return true
    }
  }

  /// Lengthens the last sample of `stbl`.
  mutating func lengthenLastSample(by ticks: Int64) {
    change(["stts"]) { box in
      guard var rows = box[TimeToSampleBox.self]?.entries.rowValues, let last = rows.popLast()
      else { return false }
      if last[0] > 1 { rows.append([last[0] - 1, last[1]]) }
      rows.append([1, last[1].addingSaturating(ticks)])
      box[TimeToSampleBox.self]?.entries = FieldTable(
        columns: TimeToSampleBox.columns, rows: rows)
      return true
    }
  }

  /// The sum of the sample durations of `stbl`, in the track's timescale.
  var sampleDuration: UInt64 {
    var sum: UInt64 = 0
    children.first(TimeToSampleBox.self)?.entries.forEachRow { _, row in
      sum &+= UInt64(bitPattern: row[0]) &* UInt64(bitPattern: row[1])
    }
    return sum
  }

  /// A box of a sample table that has something for each sample.
  private mutating func keepRows(of kept: Range<Int>) {
    let (first, count) = (Int64(kept.lowerBound), kept.count)
    let numbers = first + 1..<first + 1 + Int64(count)
    switch type {
    case "stsz":
      self[SampleSizeBox.self]?.sampleCount = UInt32(clamping: count)
      change(SampleSizeBox.self, \.entries) { $0.rows(kept) }
    case "stz2": change(CompactSampleSizeBox.self, \.entries) { $0.rows(kept) }
    case "stts": change(TimeToSampleBox.self, \.entries) { $0.keepingRuns(of: kept) }
    case "ctts": change(CompositionOffsetBox.self, \.entries) { $0.keepingRuns(of: kept) }
    case "sbgp": change(SampleToGroupBox.self, \.entries) { $0.keepingRuns(of: kept) }
    case "stss": change(SyncSampleBox.self, \.entries) { $0.keepingNumbers([0], in: numbers) }
    case "stps":
      change(PartialSyncSampleBox.self, \.entries) { $0.keepingNumbers([0], in: numbers) }
    case "stsh":
      change(ShadowSyncSampleBox.self, \.entries) { $0.keepingNumbers([0, 1], in: numbers) }
    case "sdtp": change(SampleDependencyTypeBox.self, \.entries) { $0.rows(kept) }
    case "stdp": change(DegradationPriorityBox.self, \.entries) { $0.rows(kept) }
    default: break
    }
  }

  private mutating func change<Body: BoxBody>(
    _ body: Body.Type, _ table: WritableKeyPath<Body, FieldTable>,
    _ change: (FieldTable) -> FieldTable
  ) {
    if let rows = self[body]?[keyPath: table] { self[body]?[keyPath: table] = change(rows) }
  }
}

/// The rows of sample tables that stay when samples are removed.
extension FieldTable {
  /// All rows.
  package var rowValues: [[Int64]] {
    var rows: [[Int64]] = []
    forEachRow { _, row in rows.append(row) }
    return rows
  }

  /// A range of the rows.
  ///
  /// - Parameter value: the new first value of the first row; nil to keep it.
  package func rows(_ kept: Range<Int>, startingWith value: Int? = nil) -> FieldTable {
    let kept = kept.clamped(to: 0..<count)
    guard kept.lowerBound > 0 || value != nil else { return prefix(kept.upperBound) }
    var values: [Int64] = []
    values.reserveCapacity(kept.count * columns.count)
    for row in kept { for column in columns.indices { values.append(self[row, column]) } }
    if let value, !values.isEmpty { values[0] = Int64(value) }
    return FieldTable(columns: columns, values: values)
  }

  /// The rows whose sample numbers, in some columns, are all kept; they now count from the first kept sample.
  package func keepingNumbers(_ numbered: [Int], in kept: Range<Int64>) -> FieldTable {
    var rows: [[Int64]] = []
    forEachRow { _, row in
      guard numbered.allSatisfy({ kept.contains(row[$0]) }) else { return }
      var row = row
      for column in numbered { row[column] -= kept.lowerBound - 1 }
      rows.append(row)
    }
    return FieldTable(columns: columns, rows: rows)
  }

  /// The rows for some samples, in a table whose rows start with a number of samples.
  package func keepingRuns(of kept: Range<Int>) -> FieldTable {
    var start: Int64 = 0
    var rows: [[Int64]] = []
    forEachRow { _, row in
      let end = start.addingSaturating(row[0])
      let part =
        max(
          start, Int64(kept.lowerBound))..<max(
          start, min(end, Int64(kept.upperBound)), Int64(kept.lowerBound))
      start = end
      guard !part.isEmpty else { return }
      rows.append([Int64(part.count)] + row.dropFirst())
    }
    return FieldTable(columns: columns, rows: rows)
  }

  /// The runs of chunks (`stsc`) for some samples, and the indices of these chunks.
  package func keepingChunks(of kept: Range<Int>) -> (runs: FieldTable, chunks: Range<Int>) {
    var rows: [[Int64]] = []
    var chunks: Range<Int64>?
    let (lower, upper) = (Int64(kept.lowerBound), Int64(kept.upperBound))
    /// Adds chunks with this number of samples each.
    func add(_ numbers: Range<Int64>, _ samples: Int64, _ rest: ArraySlice<Int64>) {
      guard !numbers.isEmpty else { return }
      let first = chunks?.lowerBound ?? numbers.lowerBound
      chunks = first..<numbers.upperBound
      if let last = rows.last, Array(last.dropFirst()) == [samples] + rest { return }
      rows.append([numbers.lowerBound - first + 1, samples] + rest)
    }
    var start: Int64 = 0
    for index in 0..<count where start < upper {
      let row = columns.indices.map { self[index, $0] }
      let perChunk = row[1]
      let run = index + 1 < count ? self[index + 1, 0] - row[0] : .max
      guard perChunk > 0, run > 0 else { continue }
      let end = start.addingSaturating(run.multipliedSaturating(by: perChunk))
      let part = max(start, lower)..<max(start, lower, min(end, upper))
      if !part.isEmpty {
        // The chunks of the first and the last sample, counted from the start of the run. They may be incomplete.
        let (first, last) = (
          (part.lowerBound - start) / perChunk, (part.upperBound - 1 - start) / perChunk
        )
        let number = row[0] - 1
        let rest = row.dropFirst(2)
        if first == last {
          add(number + first..<number + first + 1, Int64(part.count), rest)
        } else {
          add(
            number + first..<number + first + 1, start + (first + 1) * perChunk - part.lowerBound,
            rest)
          add(number + first + 1..<number + last, perChunk, rest)
          add(number + last..<number + last + 1, part.upperBound - start - last * perChunk, rest)
        }
      }
      start = end
    }
    let found = chunks ?? 0..<0
    return (
      FieldTable(columns: columns, rows: rows),
      Int(clamping: found.lowerBound)..<Int(clamping: found.upperBound)
    )
  }
}
