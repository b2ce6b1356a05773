package import ISOBMFF
package import Movie

/// Makes the tables of `stbl` from the samples of a track, in decoding order (ISO/IEC 14496-12 §8.6, §8.7): their
/// times, offsets and dependencies.
package struct SampleTableBuilder {
  /// The values of one sample in the tables.
  package struct Row {
    /// Until the next one is decoded, in the track's timescale.
    package var duration: Int64
    let compositionOffset: Int64
    let byteCount: Int
    let flags: SampleFlags

    package init(duration: Int64, compositionOffset: Int64, byteCount: Int, flags: SampleFlags) {
      self.duration = duration
      self.compositionOffset = compositionOffset
      self.byteCount = byteCount
      self.flags = flags
    }
  }

  private(set) var sampleCount = 0
  /// Whether there are no samples yet.
  package var isEmpty: Bool { sampleCount == 0 }
  /// The sum of the durations.
  package private(set) var duration: UInt64 = 0
  private var durations = RunLengths()
  private var compositionOffsets = RunLengths()
  private var sizes = RunLengths()
  /// 0 for sync samples, 1 for others.
  private var nonSync = RunLengths()
  /// The four fields of `sdtp` as one number.
  private var dependencies = RunLengths()
  private var priorities = RunLengths()
  private var chunkOffsets: [Int64] = []
  /// The rows of `stsc`. The first value of each is the number of its first chunk.
  private var chunks: [Int64] = []
  private var samplesInChunk: Int64 = 0
  private var chunkStart: Int64 = 0
  private var chunkDescription: Int64 = 0

  package init() {}

  /// Begins a chunk. The samples that follow are at this offset, one after the other.
  package mutating func beginChunk(at offset: Int, descriptionIndex: Int) {
    endChunk()
    chunkStart = Int64(offset)
    chunkDescription = Int64(descriptionIndex)
  }

  /// Ends a chunk. A chunk without samples is left out.
  private mutating func endChunk() {
    guard samplesInChunk > 0 else { return }
    chunkOffsets.append(chunkStart)
    let last = chunks.suffix(2)
    if Array(last) != [samplesInChunk, chunkDescription] {
      chunks += [Int64(chunkOffsets.count), samplesInChunk, chunkDescription]
    }
    samplesInChunk = 0
  }

  /// Adds a sample as it was, with a duration until the next one is decoded.
  package mutating func append(_ sample: Sample, until end: Int64) throws(EditError) {
    try append(
      Row(
        duration: end.subtractingSaturating(sample.decodeTime),
        compositionOffset: sample.compositionOffset, byteCount: sample.fileRange.count,
        flags: sample.flags))
  }

  /// Adds the next sample of the chunk, or several equal ones.
  package mutating func append(_ row: Row, count: Int = 1) throws(EditError) {
    guard let duration = UInt32(exactly: row.duration),
      Int32(exactly: row.compositionOffset) != nil, UInt32(exactly: row.byteCount) != nil
    else {
      throw EditError(
        .unsupported,
        "has a sample (number \(sampleCount + 1)) whose times or size do not fit the tables of a movie"
      )
    }
    sampleCount += count
    samplesInChunk += Int64(count)
    self.duration = self.duration.addingSaturating(
      UInt64(duration).multipliedSaturating(by: UInt64(count)))
    durations.append(row.duration, count: count)
    compositionOffsets.append(row.compositionOffset, count: count)
    sizes.append(Int64(row.byteCount), count: count)
    nonSync.append(row.flags.isNonSync ? 1 : 0, count: count)
    let kinds = [
      row.flags.isLeading, row.flags.dependsOn, row.flags.isDependedOn, row.flags.hasRedundancy,
    ]
    dependencies.append(kinds.reduce(0) { $0 << 2 | Int64($1) }, count: count)
    priorities.append(Int64(row.flags.degradationPriority), count: count)
  }

  /// Extends the last sample, if its duration still fits into the field.
  package mutating func lengthenLast(by ticks: Int64) {
    guard let last = durations.last, let new = UInt32(exactly: last.addingSaturating(ticks)) else {
      return
    }
    durations.removeLast()
    durations.append(Int64(new))
    duration = duration.addingSaturating(UInt64(clamping: Int64(new) - last))
  }

  /// The boxes. A box without information is left out.
  package mutating func boxes() -> [Box] {
    endChunk()
    var boxes: [Box] = []
    var times = TimeToSampleBox()
    times.entries = FieldTable(columns: TimeToSampleBox.columns, values: durations.values)
    boxes.append(Box(times))
    if compositionOffsets.hasOther(than: 0) {
      var offsets = CompositionOffsetBox()
      // Version 0 has no negative offsets.
      if compositionOffsets.least < 0 { offsets.header.version = 1 }
      offsets.entries = FieldTable(
        columns: CompositionOffsetBox.columns, values: compositionOffsets.values)
      boxes.append(Box(offsets))
    }
    if nonSync.hasOther(than: 0) {
      var sync = SyncSampleBox()
      var numbers: [Int64] = []
      for (number, isOther) in nonSync.each.enumerated() where isOther == 0 {
        numbers.append(Int64(number) + 1)
      }
      sync.entries = FieldTable(columns: SyncSampleBox.columns, values: numbers)
      boxes.append(Box(sync))
    }
    if dependencies.hasOther(than: 0) {
      var kinds = SampleDependencyTypeBox()
      kinds.entries = FieldTable(
        columns: SampleDependencyTypeBox.columns,
        values: dependencies.each.flatMap { [$0 >> 6, $0 >> 4 & 3, $0 >> 2 & 3, $0 & 3] })
      boxes.append(Box(kinds))
    }
    if priorities.hasOther(than: 0) {
      var degradation = DegradationPriorityBox()
      degradation.entries = FieldTable(
        columns: DegradationPriorityBox.columns, values: Array(priorities.each))
      boxes.append(Box(degradation))
    }
    return boxes + chunkBoxes
  }

  private var chunkBoxes: [Box] {
    var toChunk = SampleToChunkBox()
    toChunk.entries = FieldTable(columns: SampleToChunkBox.columns, values: chunks)
    var size = SampleSizeBox()
    size.sampleCount = UInt32(clamping: sampleCount)
    if let first = sizes.values.last, first > 0, !sizes.hasOther(than: first) {
      size.sampleSize = UInt32(first)
    } else {
      size.entries = FieldTable(columns: SampleSizeBox.columns, values: Array(sizes.each))
    }
    var offsets = ChunkLargeOffsetBox()
    offsets.chunkOffsets = FieldTable(columns: ChunkLargeOffsetBox.columns, values: chunkOffsets)
    guard chunkOffsets.allSatisfy({ $0 <= Int64(UInt32.max) }) else {
      return [Box(toChunk), Box(size), Box(offsets)]
    }
    var narrow = ChunkOffsetBox()
    narrow.chunkOffsets = offsets.chunkOffsets.inColumns(ChunkOffsetBox.columns)
    return [Box(toChunk), Box(size), Box(narrow)]
  }
}

extension Box {
  /// Types of boxes in `stbl` that a ``SampleTableBuilder`` makes, or that depend on its tables.
  static let sampleTableTypes: Set<FourCC> = [
    "stts", "ctts", "cslg", "stss", "stps", "stsh", "sdtp", "stdp", "padb", "stsc", "stsz", "stz2",
    "stco",
    "co64",
  ]
}

/// Makes `sbgp` boxes for the groups of samples, including those of fragments, which can have their own descriptions
/// (ISO/IEC 14496-12 §8.9.4).
struct SampleGroupMerging {
  private struct Kind: Hashable {
    var type: FourCC
    var parameter: UInt32?
  }

  /// The kinds in the order in which they appear.
  private var kinds: [Kind] = []
  private var indices: [Kind: RunLengths] = [:]
  /// The descriptions of the track, and those that fragments add.
  private(set) var descriptions: [SampleGroupDescriptionBox]
  private var sampleCount = 0

  /// - Parameter table: the boxes in `stbl`.
  init(_ table: [Box]) {
    descriptions = table.compactMap { $0[SampleGroupDescriptionBox.self] }
  }

  mutating func append(_ groups: [SampleGroup]) throws(EditError) {
    var isIn: [Kind: Int64] = [:]
    for group in groups {
      let kind = Kind(type: group.type, parameter: group.parameter)
      isIn[kind] = Int64(try index(of: group))
      guard indices[kind] == nil else { continue }
      kinds.append(kind)
      var runs = RunLengths()
      if sampleCount > 0 { runs.append(0, count: sampleCount) }
      indices[kind] = runs
    }
    for kind in kinds { indices[kind]?.append(isIn[kind] ?? 0) }
    sampleCount += 1
  }

  /// The number of a group's description in the track.
  private mutating func index(of group: SampleGroup) throws(EditError) -> Int {
    guard group.descriptionIndex > SampleGroup.lastCommonIndex else {
      return group.descriptionIndex
    }
    guard let description = group.description else {
      throw EditError(
        .damaged, "has samples in a group (\(group.type)) that their fragment does not describe")
    }
    guard let index = descriptions.firstIndex(where: { $0.groupingType == group.type }) else {
      var box = SampleGroupDescriptionBox()
      box.groupingType = group.type
      box.entries = [description]
      descriptions.append(box)
      return 1
    }
    if let known = descriptions[index].entries.firstIndex(of: description) { return known + 1 }
    // Entries of the default length would all have to have the same size.
    if descriptions[index].header.version >= 1 { descriptions[index].defaultLength = 0 }
    descriptions[index].entries.append(description)
    return descriptions[index].entries.count
  }

  /// `sgpd` and `sbgp` boxes.
  var boxes: [Box] { descriptions.map { Box($0) } + memberBoxes }

  /// `sbgp` boxes.
  var memberBoxes: [Box] {
    kinds.map { kind in
      var box = SampleToGroupBox()
      box.groupingType = kind.type
      if let parameter = kind.parameter {
        box.header.version = 1
        box.groupingTypeParameter = parameter
      }
      box.entries = FieldTable(
        columns: SampleToGroupBox.columns, values: indices[kind]?.values ?? [])
      return Box(box)
    }
  }
}
