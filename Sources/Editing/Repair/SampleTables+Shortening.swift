import ISOBMFF

/// How long a movie is, from its tracks as they are now.
struct MovieTiming {
  let timescale: UInt32
  /// The duration of the longest track, in the movie's timescale.
  private(set) var duration: UInt64 = 0

  init(timescale: UInt32) { self.timescale = timescale }

  mutating func keep(_ track: Box) {
    keep(track.children.first(TrackHeaderBox.self)?.duration ?? 0)
  }

  fileprivate mutating func keep(_ trackDuration: UInt64) {
    duration = max(duration, trackDuration)
  }

  /// A duration of media in the movie's timescale.
  fileprivate func scaled(_ media: UInt64, from scale: UInt32) -> UInt64 {
    guard scale > 0 else { return 0 }
    let (high, low) = media.multipliedFullWidth(by: UInt64(timescale))
    guard high < UInt64(scale) else { return .max }
    return UInt64(scale).dividingFullWidth((high, low)).quotient
  }
}

extension Box {
  /// Lets a `trak` box have its first samples only: tables, durations and edits are of those then.
  mutating func keepSamples(_ count: Int, _ timing: inout MovieTiming) {
    var mediaDuration: UInt64 = 0
    change(["mdia", "minf", "stbl"]) { table in
      var children = table.children
      for index in children.indices { children[index].keepSamples(count) }
      mediaDuration = children.first(TimeToSampleBox.self)?.entries.duration ?? 0
      if let chunks = children.first(SampleToChunkBox.self)?.entries {
        let (runs, chunkCount) = chunks.keepingSamples(count)
        for index in children.indices {
          children[index][SampleToChunkBox.self]?.entries = runs
          if let offsets = children[index][ChunkOffsetBox.self]?.chunkOffsets {
            children[index][ChunkOffsetBox.self]?.chunkOffsets = offsets.prefix(chunkCount)
          }
          if let offsets = children[index][ChunkLargeOffsetBox.self]?.chunkOffsets {
            children[index][ChunkLargeOffsetBox.self]?.chunkOffsets = offsets.prefix(chunkCount)
          }
        }
      }
      // What it says of all composition times is not needed.
      children.removeAll { $0.type == "cslg" }
      table.children = children
      return true
    }
    var timescale: UInt32 = 0
    change(["mdia", "mdhd"]) { header in
      timescale = header[MediaHeaderBox.self]?.timescale ?? 0
      header[MediaHeaderBox.self]?.duration = mediaDuration
      return true
    }
    var duration = timing.scaled(mediaDuration, from: timescale)
    change(["edts", "elst"]) { list in
      guard let edits = list[EditListBox.self]?.entries else { return false }
      let (shorter, total) = edits.endingAt(mediaDuration) { timing.scaled($0, from: timescale) }
      list[EditListBox.self]?.entries = shorter
      duration = total
      return true
    }
    change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.duration = duration
      return true
    }
    timing.keep(duration)
  }

  /// A box of a sample table that has something for each sample.
  private mutating func keepSamples(_ count: Int) {
    switch type {
    case "stsz":
      self[SampleSizeBox.self]?.sampleCount = UInt32(count)
      if let sizes = self[SampleSizeBox.self]?.entries {
        self[SampleSizeBox.self]?.entries = sizes.prefix(count)
      }
    case "stz2":
      if let sizes = self[CompactSampleSizeBox.self]?.entries {
        self[CompactSampleSizeBox.self]?.entries = sizes.prefix(count)
      }
    case "stts":
      if let runs = self[TimeToSampleBox.self]?.entries {
        self[TimeToSampleBox.self]?.entries = runs.keepingRuns(of: count)
      }
    case "ctts":
      if let runs = self[CompositionOffsetBox.self]?.entries {
        self[CompositionOffsetBox.self]?.entries = runs.keepingRuns(of: count)
      }
    case "sbgp":
      if let runs = self[SampleToGroupBox.self]?.entries {
        self[SampleToGroupBox.self]?.entries = runs.keepingRuns(of: count)
      }
    case "stss":
      if let samples = self[SyncSampleBox.self]?.entries {
        self[SyncSampleBox.self]?.entries = samples.keepingRows { $0[0] <= Int64(count) }
      }
    case "stsh":
      if let samples = self[ShadowSyncSampleBox.self]?.entries {
        self[ShadowSyncSampleBox.self]?.entries = samples.keepingRows {
          $0[0] <= Int64(count) && $0[1] <= Int64(count)
        }
      }
    case "sdtp":
      if let samples = self[SampleDependencyTypeBox.self]?.entries {
        self[SampleDependencyTypeBox.self]?.entries = samples.prefix(count)
      }
    case "stdp":
      if let samples = self[DegradationPriorityBox.self]?.entries {
        self[DegradationPriorityBox.self]?.entries = samples.prefix(count)
      }
    default: break
    }
  }
}

extension FieldTable {
  /// The rows that `isKept` answers true for.
  fileprivate func keepingRows(_ isKept: ([Int64]) -> Bool) -> FieldTable {
    var rows: [[Int64]] = []
    forEachRow { _, row in if isKept(row) { rows.append(row) } }
    return FieldTable(columns: columns, rows: rows)
  }

  /// The rows that describe the first samples, of a table whose rows start with a number of
  /// samples.
  fileprivate func keepingRuns(of samples: Int) -> FieldTable {
    var left = Int64(samples)
    var rows: [[Int64]] = []
    forEachRow { _, row in
      guard left > 0 else { return }
      var row = row
      row[0] = min(row[0], left)
      left -= row[0]
      rows.append(row)
    }
    return FieldTable(columns: columns, rows: rows)
  }

  /// The sum of the times of `stts`.
  fileprivate var duration: UInt64 {
    var sum: UInt64 = 0
    forEachRow { _, row in sum &+= UInt64(bitPattern: row[0]) &* UInt64(bitPattern: row[1]) }
    return sum
  }

  /// Runs of chunks (`stsc`) of the first samples, and the number of those chunks.
  fileprivate func keepingSamples(_ samples: Int) -> (runs: FieldTable, chunks: Int) {
    var rows: [[Int64]] = []
    var left = Int64(samples)
    var chunks: Int64 = 0
    for index in 0..<count where left > 0 {
      let row = columns.indices.map { self[index, $0] }
      let perChunk = row[1]
      guard perChunk > 0 else { continue }
      let run = index + 1 < count ? self[index + 1, 0] - row[0] : .max
      guard run > 0 else { continue }
      let whole = min(left / perChunk, run)
      if whole > 0 { rows.append(row) }
      chunks = row[0] - 1 + whole
      left -= whole * perChunk
      // The last chunk, of which not all samples are there.
      if whole < run, left > 0 {
        rows.append([chunks + 1, left] + row.dropFirst(2))
        chunks += 1
        left = 0
      }
    }
    return (FieldTable(columns: columns, rows: rows), Int(chunks))
  }

  /// Edits (`elst`) that show no more than there is of the media, and how long they are together.
  fileprivate func endingAt(
    _ mediaDuration: UInt64, _ scaled: (UInt64) -> UInt64
  ) -> (edits: FieldTable, duration: UInt64) {
    var total: UInt64 = 0
    var rows: [[Int64]] = []
    forEachRow { _, row in
      var row = row
      // An edit without a time of the media shows nothing for so long.
      if let start = UInt64(exactly: row[1]) {
        let left = mediaDuration > start ? scaled(mediaDuration - start) : 0
        row[0] = Int64(clamping: min(UInt64(bitPattern: row[0]), left))
      }
      total &+= UInt64(bitPattern: row[0])
      rows.append(row)
    }
    return (FieldTable(columns: columns, rows: rows), total)
  }
}
