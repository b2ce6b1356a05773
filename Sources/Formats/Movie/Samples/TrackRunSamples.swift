import ISOBMFF

/// The samples of a `trun` box (ISO/IEC 14496-12 §8.8.8), with their default values.
struct TrackRunSamples: Sendable {
  let source: SampleSource
  /// The index of the first one among all samples of the track.
  let firstSample: Int
  /// The decoding time of the first of them.
  let decodeTime: Int64
  /// The offset of the first one in the file; it can be any number.
  let start: Int64
  var descriptionIndex: Int { Int(defaults.descriptionIndex) }
  /// The duration of all samples together.
  let duration: Int64
  let byteCount: UInt64
  /// The number of samples; fewer than stated if the file cannot hold them.
  let sampleCount: Int
  var statedCount: Int { table.count }
  /// Whether there are more samples in the file than it can hold.
  let isExcess: Bool
  /// Whether it is as it was read from a file.
  let isRead: Bool
  private let table: FieldTable
  private let columns: Columns
  private let defaults: Defaults
  private let firstFlags: UInt32?
  /// Samples of the fragment before these.
  private var before: Int { firstSample - source.firstSample }

  /// The values that samples do not state themselves: from `tfhd`, or else from `trex`.
  struct Defaults: Sendable {
    var duration: UInt32
    var size: UInt32
    var flags: UInt32
    var descriptionIndex: UInt32

    init(_ header: TrackFragmentHeaderBox, _ extends: TrackExtendsBox?) {
      duration = header.defaultSampleDuration ?? extends?.defaultSampleDuration ?? 0
      size = header.defaultSampleSize ?? extends?.defaultSampleSize ?? 0
      flags = header.defaultSampleFlags ?? extends?.defaultSampleFlags ?? 0
      descriptionIndex =
        header.sampleDescriptionIndex ?? extends?.defaultSampleDescriptionIndex ?? 1
    }
  }

  private struct Columns: Sendable {
    var duration: Int8?
    var size: Int8?
    var flags: Int8?
    var compositionOffset: Int8?

    init(_ table: FieldTable) {
      func column(_ name: String) -> Int8? {
        table.columns.firstIndex { $0.name == name }.map { Int8(clamping: $0) }
      }
      duration = column("sample_duration")
      size = column("sample_size")
      flags = column("sample_flags")
      compositionOffset = column("sample_composition_time_offset")
    }
  }

  init(
    _ box: TrackRunBox, _ run: MovieFragments.Run, in source: SampleSource, firstSample: Int,
    decodeTime: Int64, _ defaults: Defaults, _ budget: inout SampleBudget
  ) {
    self.source = source
    self.firstSample = firstSample
    self.decodeTime = decodeTime
    self.defaults = defaults
    table = box.samples
    columns = Columns(box.samples)
    firstFlags = box.firstSampleFlags
    duration = Int64(clamping: box.sum(of: "sample_duration", default: defaults.duration))
    byteCount = run.byteCount
    start = run.start(in: source, Int(defaults.descriptionIndex))
    isRead = run.isRead
    // With a column of any kind, each sample has a row in the file.
    if run.isRead, table.columns.isEmpty {
      let paid = budget.pay(
        for: table.count, from: UInt64(bitPattern: start),
        .constant(samples: 1, bytes: UInt64(defaults.size)))
      (sampleCount, isExcess) = (paid.count, paid.isExcess)
    } else {
      (sampleCount, isExcess) = (table.count, false)
    }
  }
  /// The index of the first sample after these.
  var end: Int { firstSample.addingSaturating(sampleCount) }
  var endTime: Int64 { decodeTime.addingSaturating(duration) }

  func chunk(number: Int) -> SampleChunk {
    SampleChunk(
      index: firstSample, sampleCount: sampleCount,
      // A negative offset becomes one that no file has.
      start: UInt64(bitPattern: start), descriptionIndex: descriptionIndex, number: number,
      sizes: columns.size.map { .rows(table, column: Int($0), first: 0) }
        ?? .constant(samples: 1, bytes: UInt64(defaults.size)),
      source: source)
  }

  func duration(of row: Int) -> Int64 {
    columns.duration.map { table[row, Int($0)] } ?? Int64(defaults.duration)
  }

  /// The total duration of the samples before a row.
  func duration(before row: Int) -> Int64 {
    guard let column = columns.duration else {
      return Int64(row).multipliedSaturating(by: Int64(defaults.duration))
    }
    return Int64(clamping: table.sum(of: Int(column), 0..<row))
  }

  /// In version 0, numbers are unsigned, but many writers use negative ones, and no valid offset is so large.
  func compositionOffset(of row: Int) -> Int64 {
    columns.compositionOffset.map { Int64(Int32(truncatingIfNeeded: table[row, Int($0)])) } ?? 0
  }

  /// Whether each sample has a value of its own.
  var hasDurations: Bool { columns.duration != nil }
  var hasFlags: Bool { columns.flags != nil || source.hasDependencies }
  var hasCompositionOffsets: Bool { columns.compositionOffset != nil }

  func flags(of row: Int) -> SampleFlags {
    var flags = SampleFlags(
      rawValue: columns.flags.map { UInt32(truncatingIfNeeded: table[row, Int($0)]) }
        ?? (row == 0 ? firstFlags : nil) ?? defaults.flags)
    if source.hasDependencies, let dependencies = source.dependencies {
      flags.add(dependencies: dependencies.dependencies(of: before + row))
    }
    return flags
  }
}
