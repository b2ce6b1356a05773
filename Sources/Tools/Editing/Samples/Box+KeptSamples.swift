import FieldCoding
import ISOBMFF

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
