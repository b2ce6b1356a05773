import ISOBMFF

/// One sample of a track: a frame, a packet of audio, a text.
///
/// All times are media times in the track's timescale. The edit list (``EditList``) tells when they are
/// presented.
public struct Sample: Sendable {
  /// The index in decoding order among all samples of the track, from 0: first the samples of the
  /// sample tables, then those of the fragments. For a packet of several audio samples, it is the index
  /// of the first of them.
  public let index: Int
  /// The number of audio samples in a packet of audio; 1 for all other samples.
  public let sampleCount: Int
  /// The decoding time (ISO/IEC 14496-12 §8.6.1.2, §8.8.12).
  public let decodeTime: Int64
  /// The composition time minus the decoding time (§8.6.1.3); 0 if the file does not state it.
  public let compositionOffset: Int64
  /// The duration: the time until the next sample is decoded.
  public let duration: Int64
  /// The range of its bytes in the file that ``location`` names. The file may be shorter. An offset that
  /// is too large for any file becomes `Int.max`.
  public let fileRange: Range<Int>
  /// The number of its sample entry, from 1. In a hostile file, the sample entry may not exist.
  public let descriptionIndex: Int
  /// The dependencies of the sample (§8.8.3.1).
  public let flags: SampleFlags
  /// The number of its chunk, or of its track run (`trun`), from 1, counted separately for the sample
  /// tables and for the fragments of the track.
  public let chunkNumber: Int
  /// The index of the first sample of the chunk or run among all samples of the track.
  let chunkStart: Int
  /// The properties that it shares with other samples.
  let group: SampleSource

  /// The number of the sample in the track, from 1.
  public var number: Int { index.addingSaturating(1) }
  /// The composition time: without an edit list, the sample is shown at this time.
  public var compositionTime: Int64 { decodeTime.addingSaturating(compositionOffset) }
  /// Whether it is a sync sample: decoding can start at it (§8.6.2).
  public var isSync: Bool { !flags.isNonSync }
  /// The offset of the `moof` box of its fragment; nil for a sample of the sample tables.
  public var fragmentStart: Int? { group.fragmentStart }
  /// The file that contains its bytes.
  public var location: SampleLocation { group.location(ofDescription: descriptionIndex) }
}

/// The file that contains the bytes of samples (ISO/IEC 14496-12 §8.7.2).
public enum SampleLocation: Equatable, Sendable {
  /// One of the files from which the movie was read: 0 for the first, which has the `moov` box, and
  /// 1 and more for the segments.
  case file(Int)
  /// Another file, with its name or URL, if the movie states it.
  case elsewhere(String?)
}

/// The dependencies between a sample and other samples (ISO/IEC 14496-12 §8.8.3.1): the `sample_flags` of
/// fragments, or the same information from `stss`, `sdtp` and `stdp`.
public struct SampleFlags: RawRepresentable, Hashable, Sendable {
  /// The 32 bits of `sample_flags`.
  public var rawValue: UInt32

  /// The flags with the bits of `sample_flags`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The flags of a sync sample, with everything else unknown.
  public init() { rawValue = 0 }

  private func bits(_ shift: UInt32, _ count: UInt32) -> Int {
    Int(rawValue >> shift & (1 << count - 1))
  }

  /// Whether it is a leading sample, which is shown before the sync sample that it follows (§8.6.4):
  /// 0 unknown, 1 it is, and depends on samples before the sync sample, 2 it is not, 3 it is, and can be
  /// decoded without samples before the sync sample.
  public var isLeading: Int { bits(26, 2) }
  /// 0 unknown, 1 it depends on other samples, 2 it does not.
  public var dependsOn: Int { bits(24, 2) }
  /// 0 unknown, 1 other samples depend on it, 2 no other sample depends on it.
  public var isDependedOn: Int {
    get { bits(22, 2) }
    set { rawValue = rawValue & ~(3 << 22) | UInt32(newValue & 3) << 22 }
  }
  /// 0 unknown, 1 it has redundant coding, 2 it has not.
  public var hasRedundancy: Int { bits(20, 2) }
  /// The number of padding bits at its end, 0 to 7.
  public var paddingBits: Int { bits(17, 3) }
  /// Whether it is not a sync sample: decoding cannot start at it.
  public var isNonSync: Bool {
    get { bits(16, 1) == 1 }
    set { rawValue = rawValue & ~0x1_0000 | (newValue ? 0x1_0000 : 0) }
  }
  /// The degradation priority (§8.5.3); 0 if the file does not state it.
  public var degradationPriority: Int { bits(0, 16) }

  /// Everything except ``isNonSync`` that is known: `needs other samples`, `no other needs it`.
  public var descriptions: [String] {
    SampleFlagNames.dependencies.names(of: UInt64(rawValue))
      + [
        paddingBits > 0 ? "\(paddingBits) bits of padding" : nil,
        degradationPriority > 0 ? "degradation priority \(degradationPriority)" : nil,
      ].compactMap { $0 }
  }

  /// Sets the four fields that `sdtp` has for each sample, and the priority of `stdp`.
  mutating func add(dependencies: UInt32, priority: UInt32 = 0) {
    rawValue |= dependencies << 20 | priority & 0xFFFF
  }
}

extension FieldTable {
  /// The eight bits that a table of `sdtp` has for a sample; 0 if it has none.
  func dependencies(of sample: Int) -> UInt32 {
    guard sample < count else { return 0 }
    return columns.indices.reduce(0) { $0 << 2 | UInt32(truncatingIfNeeded: self[sample, $1]) }
  }
}

/// Samples of a track that follow each other in the file: a chunk of the sample tables (ISO/IEC 14496-12
/// §8.7.5), or a track run of a fragment (§8.8.8).
public struct SampleChunk: Sendable {
  /// The index of the first sample among all samples of the track, from 0.
  public let index: Int
  /// The number of samples.
  public let sampleCount: Int
  /// The offset of the first sample in the file.
  public let start: UInt64
  /// The number of their sample entry, from 1.
  public let descriptionIndex: Int
  /// The number of the chunk or track run, from 1, counted separately for the sample tables and the
  /// fragments.
  public let number: Int
  let sizes: SampleSizes
  let source: SampleSource

  /// The offset of the `moof` box of their fragment; nil for samples of the sample tables.
  public var fragmentStart: Int? { source.fragmentStart }
  /// The file that contains the samples.
  public var location: SampleLocation { source.location(ofDescription: descriptionIndex) }

  /// The size of all samples together, in bytes. If the sizes differ, this reads the size of each sample.
  public var byteCount: UInt64 { sizes.sum(of: sampleCount) }

  /// Whether it is known, without reading a table, that all of them are empty.
  var isEmpty: Bool {
    if case .constant(_, 0) = sizes { true } else { sampleCount == 0 }
  }

  /// The range of bytes in the file, according to the tables; nil if it is too large for any file.
  public var fileRange: Range<Int>? {
    let (end, overflow) = start.addingReportingOverflow(byteCount)
    guard !overflow, let first = Int(exactly: start), let last = Int(exactly: end) else {
      return nil
    }
    return first..<last
  }

  /// The number of complete samples of the track up to here, if the file ends at `end`.
  package func wholeSamples(before end: Int) -> Int {
    guard start < UInt64(end) else { return index }
    var left = UInt64(end) - start
    var whole = 0
    switch sizes {
    case .constant(let samples, let bytes):
      guard bytes > 0 else { return index + sampleCount }
      whole = Int(clamping: (left / bytes).multipliedSaturating(by: UInt64(samples)))
    case .rows(let table, let column, let first):
      while whole < sampleCount, first + whole < table.count {
        let size = UInt64(bitPattern: table[first + whole, column])
        guard size <= left else { break }
        left -= size
        whole += 1
      }
    }
    return index + min(whole, sampleCount)
  }

  /// Adds the sizes to a hash, so that chunks with other sizes differ.
  package func hashSizes(into hasher: inout Hasher) {
    guard case .rows(let table, let column, let first) = sizes else { return }
    let rows = first..<first + sampleCount
    table.forEachRow(rows) { _, row in hasher.combine(row[column]) }
  }
}

/// The sizes of the samples of a chunk.
enum SampleSizes: Sendable {
  /// A number of samples, at least one, always has this number of bytes.
  case constant(samples: Int, bytes: UInt64)
  /// The rows of a table from `first` on; samples after its end have no bytes.
  case rows(FieldTable, column: Int, first: Int)

  func sum(of count: Int) -> UInt64 {
    switch self {
    case .constant(let samples, let bytes):
      let (units, rest) = count.quotientAndRemainder(dividingBy: samples)
      return (UInt64(units) + (rest > 0 ? 1 : 0)).multipliedSaturating(by: bytes)
    case .rows(let table, let column, let first):
      return table.sum(of: column, first..<first.addingSaturating(count))
    }
  }
}

/// An index for fast random access to samples: the starts of runs in the tables, and the range of composition offsets.
/// It has no entries for single samples.
struct SampleIndex: Sendable {
  let chunks: RunIndex<ChunkTable>
  let durations: RunIndex<SampleRuns>
  let offsets: RunIndex<SampleRuns>
  /// The number of samples in chunks.
  let tableCount: Int
  /// The range of all composition offsets.
  private(set) var compositionOffsets: ClosedRange<Int64>?

  init(_ tables: TableSamples, _ runs: [TrackRunSamples]) {
    chunks = RunIndex(tables.chunks)
    durations = RunIndex(tables.durations)
    var range: ClosedRange<Int64>?
    func include(_ offset: Int64) {
      range =
        range.map { min($0.lowerBound, offset)...max($0.upperBound, offset) }
        ?? offset...offset
    }
    offsets = RunIndex(tables.offsets) { include($0.value) }
    tableCount = chunks.last.map { $0.firstSample + $0.sampleCount } ?? 0
    if tableCount > offsets.last?.end ?? 0 { include(0) }
    for run in runs where run.sampleCount > 0 {
      if run.hasCompositionOffsets {
        for row in 0..<run.sampleCount { include(run.compositionOffset(of: row)) }
      } else {
        include(0)
      }
    }
    compositionOffsets = range
  }
}

/// The source of information about some samples of a track: the sample table (`stbl`), or one track fragment (`traf`).
final class SampleSource: Sendable {
  /// The boxes in it.
  let boxes: [Box]
  /// The index of its first sample among all samples of the track.
  let firstSample: Int
  /// The number of chunks, or of runs of fragments, before its own.
  let chunksBefore: Int
  /// The offset of the enclosing `moof` box; nil for the sample table.
  let fragmentStart: Int?
  /// The index of the file that contains it, and also the data by default.
  let file: Int
  /// The offset from which those of auxiliary information count (`saio`): the start of the file, or the base of the
  /// track fragment.
  let auxiliaryBase: Int64
  /// The sequence number of the fragment (`mfhd`); nil for the sample table.
  let sequenceNumber: UInt32?
  /// The descriptions for all samples of the track.
  let track: TrackDescriptions
  /// Whether ``dependencies`` are stated.
  let hasDependencies: Bool
  /// They are looked for once: hostile files have thousands of boxes beside those of a sample.
  private let details = Lazy<Details>()

  init(
    _ boxes: [Box], firstSample: Int, chunksBefore: Int, fragmentStart: Int?, file: Int,
    auxiliaryBase: Int64, sequenceNumber: UInt32? = nil, track: TrackDescriptions
  ) {
    self.boxes = boxes
    hasDependencies = boxes.contains { $0.type == SampleDependencyTypeBox.type }
    self.firstSample = firstSample
    self.chunksBefore = chunksBefore
    self.fragmentStart = fragmentStart
    self.file = file
    self.auxiliaryBase = auxiliaryBase
    self.sequenceNumber = sequenceNumber
    self.track = track
  }

  /// The sample table of a track.
  convenience init(table: [Box], track: TrackDescriptions) {
    self.init(
      table, firstSample: 0, chunksBefore: 0, fragmentStart: nil, file: 0, auxiliaryBase: 0,
      track: track)
  }

  func location(ofDescription index: Int) -> SampleLocation {
    if let other = track.elsewhere[index] { return .elsewhere(other) }
    guard track.identified[index] != nil else { return .file(file) }
    // If the media data is missing, its file is unknown.
    return identifiedMedia(ofDescription: index).map { .file($0.file) } ?? .elsewhere(nil)
  }

  /// The start of the identified media data of a sample entry; nil if offsets count from the start of the file, or if
  /// the data is missing.
  func identifiedMedia(ofDescription index: Int) -> IdentifiedMedia.Location? {
    guard !track.identified.isEmpty else { return nil }
    return switch track.identified[index] {
    case .number(let number)?: track.media[number]
    case .fragment?: sequenceNumber.flatMap { track.media[$0] }
    case nil: nil
    }
  }

  /// The information about the encryption of its samples.
  struct Protection: Sendable {
    /// It is in boxes.
    let samples: EncryptedSamples?
    /// It is among the media data, and boxes say where.
    let auxiliary: AuxiliaryInformation?
  }

  var encryption: Protection { details.value { Details(of: self) }.encryption }

  /// The dependencies of its samples (`sdtp`).
  var dependencies: FieldTable? { details.value { Details(of: self) }.dependencies }

  /// The groups that its samples are in.
  var groupings: [SampleGrouping] { details.value { Details(of: self) }.groupings }
}

/// What the boxes state about samples apart from their bytes and times. Most fragments state nothing of it.
private final class Details: Sendable {
  let encryption: SampleSource.Protection
  let dependencies: FieldTable?
  let groupings: [SampleGrouping]

  init(of source: SampleSource) {
    let boxes = source.boxes
    encryption = SampleSource.Protection(
      samples: boxes.first(SampleEncryptionBox.self)?.samples
        ?? boxes.first(PIFFSampleEncryptionBox.self)?.samples,
      auxiliary: AuxiliaryInformation(boxes))
    dependencies = boxes.first(SampleDependencyTypeBox.self)?.entries
    groupings = SampleGrouping.all(in: source)
  }
}

/// The descriptions in the sample table of a track, which also apply to samples in fragments.
final class TrackDescriptions: Sendable {
  /// The boxes in `stbl`.
  let boxes: [Box]
  /// Sample entries, by their number from 1, whose samples are in other files, with the name of the file.
  let elsewhere: [Int: String?]
  /// Sample entries, by their number from 1, whose samples are in identified media data.
  let identified: [Int: IdentifiedReference]
  /// The media data of the movie that has numbers.
  let media: IdentifiedMedia

  /// - Parameters:
  ///   - boxes: the boxes in `stbl`.
  ///   - references: the boxes in `dref`.
  init(_ boxes: [Box], entries: [Box], references: [Box], media: IdentifiedMedia) {
    self.boxes = boxes
    self.media = media
    var elsewhere: [Int: String?] = [:]
    var identified: [Int: IdentifiedReference] = [:]
    for (index, entry) in entries.enumerated()
    where references.contains(where: { !$0.countsFromFile }) {
      guard let number = entry.dataReferenceIndex, references.indices.contains(Int(number) - 1)
      else { continue }
      let reference = references[Int(number) - 1]
      if reference.isElsewhere { elsewhere[index + 1] = .some(reference.fileName) }
      identified[index + 1] = IdentifiedReference(reference)
    }
    self.elsewhere = elsewhere
    self.identified = identified
  }
}

extension TrackDescriptions {
  convenience init() { self.init([], entries: [], references: [], media: IdentifiedMedia()) }
}
