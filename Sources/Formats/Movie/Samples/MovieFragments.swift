import ISOBMFF

/// The samples that the fragments of a movie add to its tracks (ISO/IEC 14496-12 §8.8). Only this code reads `moof`,
/// `traf` and `trun` boxes for samples.
struct MovieFragments {
  /// A file that fragments are read from.
  struct File {
    var boxes: [Box]
    /// The start of the file in the bytes from which the boxes were read: offsets count from it.
    var start: Int
    /// The number of its bytes, or of those from which its boxes were read.
    var count: Int

    init(boxes: [Box], start: Int, count: Int = 0) {
      self.boxes = boxes
      self.start = start
      self.count = boxes.reduce(count) { max($0, $1.origin?.source.count ?? 0) }
    }
  }

  /// A `traf` box.
  fileprivate struct Part {
    let boxes: [Box]
    let defaults: TrackRunSamples.Defaults
    let fragmentStart: Int
    let file: Int
    let base: Int64
    let sequenceNumber: UInt32?
    var runs: [Run] = []
  }

  /// A `trun` box, and the offset of its samples.
  struct Run {
    let box: Box
    /// Whether it is as it was read from a file.
    var isRead: Bool { box.source != nil }
    let start: Int64
    let byteCount: UInt64
    /// Its offset in identified media data (§8.8.7.1).
    let startInMedia: Int64

    /// Its offset in its file.
    func start(in source: SampleSource, _ description: Int) -> Int64 {
      guard let media = source.identifiedMedia(ofDescription: description) else { return start }
      return media.start.addingSaturating(startInMedia)
    }
  }

  private var parts: [UInt32: [Part]] = [:]
  private let defaults: [UInt32: TrackExtendsBox]
  /// The tracks in the order in which fragments name them.
  private(set) var trackIDs: [UInt32] = []

  var isEmpty: Bool { parts.isEmpty }

  init(_ files: [File], defaults: [TrackExtendsBox]) {
    self.defaults = Dictionary(defaults.map { ($0.trackID, $0) }) { first, _ in first }
    for (number, file) in files.enumerated() {
      for moof in file.boxes.all("moof") { add(moof, of: file, number) }
    }
  }

  private mutating func add(_ moof: Box, of file: File, _ number: Int) {
    let start = (moof.origin?.fileOffset ?? file.start) - file.start
    var offsets = TrackRunOffsets(fragmentStart: Int64(start))
    // Offsets in identified media data count from its first byte.
    var offsetsInMedia = TrackRunOffsets(fragmentStart: 0)
    let sequenceNumber = moof.children.first(MovieFragmentHeaderBox.self)?.sequenceNumber
    for traf in moof.children.all("traf") {
      let boxes = traf.children
      guard let header = boxes.first(TrackFragmentHeaderBox.self) else { continue }
      offsets.begin(header)
      offsetsInMedia.begin(header)
      let id = header.trackID
      let defaults = TrackRunSamples.Defaults(header, self.defaults[id])
      var part = Part(
        boxes: boxes, defaults: defaults, fragmentStart: start, file: number, base: offsets.base,
        sequenceNumber: sequenceNumber)
      for child in boxes {
        guard let run = child[TrackRunBox.self] else { continue }
        let byteCount = run.sum(of: "sample_size", default: defaults.size)
        let start = offsets.add(run, byteCount: byteCount)
        part.runs.append(
          Run(
            box: child, start: start, byteCount: byteCount,
            startInMedia: offsetsInMedia.add(run, byteCount: byteCount)))
      }
      if parts[id] == nil { trackIDs.append(id) }
      parts[id, default: []].append(part)
    }
  }

  /// The runs of a track.
  ///
  /// - Parameters:
  ///   - firstSample: the number of samples before them.
  ///   - budget: pays for the samples.
  ///   - time: the end of the samples before them, which is used if there is no `tfdt`.
  func runs(
    of trackID: UInt32, firstSample: Int, _ track: TrackDescriptions, _ budget: inout SampleBudget,
    after time: () -> Int64
  ) -> [TrackRunSamples] {
    let parts = parts[trackID] ?? []
    var runs: [TrackRunSamples] = []
    runs.reserveCapacity(parts.reduce(0) { $0 + $1.runs.count })
    var sample = firstSample
    var end: Int64?
    for part in parts {
      let source = SampleSource(
        part.boxes, firstSample: sample, chunksBefore: runs.count,
        fragmentStart: part.fragmentStart, file: part.file, auxiliaryBase: part.base,
        sequenceNumber: part.sequenceNumber, track: track)
      if let stated = part.boxes.first(TrackFragmentBaseMediaDecodeTimeBox.self) {
        end = Int64(clamping: stated.baseMediaDecodeTime)
      }
      for run in part.runs {
        guard let box = run.box[TrackRunBox.self] else { continue }
        let run = TrackRunSamples(
          box, run, in: source, firstSample: sample, decodeTime: end ?? time(), part.defaults,
          &budget)
        runs.append(run)
        sample = run.end
        end = run.endTime
      }
    }
    return runs
  }
}

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

/// The start of media data that tables identify by a number instead of an offset (`imda`, ISO/IEC 14496-12 §8.1.4).
struct IdentifiedMedia: Sendable {
  /// The offset of the data of a box.
  struct Location: Sendable {
    /// Which of the files that the movie was read from has it.
    var file: Int
    var start: Int64
  }

  private var locations: [UInt32: Location] = [:]

  init() {}

  init(_ files: [MovieFragments.File]) {
    for (number, file) in files.enumerated() {
      for box in file.boxes where box.type == "imda" {
        guard let payload = box.sourcePayload,
          let identifier = box[IdentifiedMediaDataBox.self]?.imdaIdentifier,
          // Numbers are unique (§8.1.4.1); otherwise, the first box counts.
          locations[identifier] == nil
        else { continue }
        // The identifier comes before the data.
        let start = Int64(payload.fileOffset - file.start + 4)
        locations[identifier] = Location(file: number, start: start)
      }
    }
  }

  subscript(identifier: UInt32) -> Location? { locations[identifier] }
}

/// How an entry of `dref` names media data that has a number (§8.7.2).
enum IdentifiedReference: Sendable {
  /// The number itself.
  case number(UInt32)
  /// The sequence number of the fragment that the samples are in.
  case fragment

  /// Nil for an entry of another kind.
  init?(_ entry: Box) {
    if let box = entry[DataEntryImdaBox.self] {
      self = .number(box.imdaRefIdentifier)
    } else if entry.type == "snim" {
      self = .fragment
    } else {
      return nil
    }
  }
}
