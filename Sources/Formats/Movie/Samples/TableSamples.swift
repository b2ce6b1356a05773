import ISOBMFF

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
