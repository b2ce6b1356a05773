public import ISOBMFF

/// Where the samples of a track are, in decoding order: first those of the sample tables, then those
/// of fragments (ISO/IEC 14496-12 §8.7, §8.8). Tables are read row by row and never kept.
public struct TrackSamples {
  /// A sample as the tables have it: nothing says that the file is that long.
  public struct Sample: Equatable, Sendable {
    /// Among all samples of the track, from 0. Of samples of sound that are coded together, the first.
    public var index: Int
    /// Bytes of the file.
    public var fileRange: Range<Int>
    /// Its sample entry, counted from 1.
    public var descriptionIndex: Int
  }

  /// Samples that stand one after the other: a chunk, or a run of a fragment.
  public struct Chunk: Sendable {
    /// The first of them, among all samples of the track, from 0.
    public var index: Int
    public var sampleCount: Int
    /// Where the first of them starts in the file.
    public var start: UInt64
    /// Their sample entry, counted from 1.
    public var descriptionIndex: Int
    /// Where the fragment starts that has them (`moof`); nil if they are in the sample tables.
    public var fragmentStart: Int?
    let sizes: Sizes

    /// How many samples of the track are whole up to here, if the file ends at `end`.
    package func wholeSamples(before end: Int) -> Int {
      guard start < UInt64(end) else { return index }
      var left = UInt64(end) - start
      var whole = 0
      switch sizes {
      case .constant(let samples, let bytes):
        guard bytes > 0 else { return index + sampleCount }
        whole = Int(clamping: (left / bytes).multipliedReportingOverflow(by: samples).partialValue)
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

    /// Bytes of the file, as the tables have it; nil if no file can have them.
    public var fileRange: Range<Int>? {
      let (end, overflow) = start.addingReportingOverflow(
        sizes.sum(of: UInt64(sampleCount)))
      guard !overflow, let first = Int(exactly: start), let last = Int(exactly: end) else {
        return nil
      }
      return first..<last
    }

    /// Tells chunks apart whose samples have other sizes.
    package func hashSizes(into hasher: inout Hasher) {
      guard case .rows(let table, let column, let first) = sizes else { return }
      let rows = first..<first + sampleCount
      table.forEachRow(rows) { _, row in hasher.combine(row[column]) }
    }
  }

  /// The sizes of the samples of a chunk.
  enum Sizes: Sendable {
    /// So many samples always take so many bytes.
    case constant(samples: UInt64, bytes: UInt64)
    /// The rows of a table from `first` on.
    case rows(FieldTable, column: Int, first: Int)

    func sum(of count: UInt64) -> UInt64 {
      switch self {
      case .constant(let samples, let bytes):
        let (units, rest) = count.quotientAndRemainder(dividingBy: samples)
        return (units &+ (rest > 0 ? 1 : 0)).multipliedReportingOverflow(by: bytes).partialValue
      case .rows(let table, let column, let first):
        return table.sum(of: column, first..<first + Int(count))
      }
    }
  }

  private let track: Track
  private let boxes: [Box]

  /// - Parameter boxes: the file's.
  public init(_ track: Track, in boxes: [Box]) {
    self.track = track
    self.boxes = boxes
  }

  /// Calls `body` with each sample until it answers false. Samples of a run that gives them no bytes
  /// are only counted: it can have millions in 16 bytes.
  public func forEachSample(_ body: (Sample) -> Bool) {
    forEachChunk { chunk in
      var position = chunk.start
      var index = chunk.index
      let end = chunk.index + chunk.sampleCount
      var row = if case .rows(_, _, let first) = chunk.sizes { first } else { 0 }
      while index < end {
        let size: UInt64
        let next: Int
        switch chunk.sizes {
        case .constant(let samples, let bytes):
          if bytes == 0 { return true }
          (size, next) = (bytes, index + Int(clamping: samples))
        case .rows(let table, let column, _):
          size = row < table.count ? UInt64(bitPattern: table[row, column]) : 0
          (row, next) = (row + 1, index + 1)
        }
        // An impossible place ends the walk.
        let (after, overflow) = position.addingReportingOverflow(size)
        guard !overflow, let first = Int(exactly: position), let last = Int(exactly: after),
          body(
            Sample(
              index: index, fileRange: first..<last, descriptionIndex: chunk.descriptionIndex))
        else { return false }
        (position, index) = (after, next)
      }
      return true
    }
  }

  /// Calls `body` with each chunk, and each run of a fragment, until it answers false.
  public func forEachChunk(_ body: (Chunk) -> Bool) {
    var index = 0
    if walkTables(&index, body) { walkFragments(&index, body) }
  }

  // MARK: - Sample tables

  /// - Returns: whether the walk goes on.
  private func walkTables(_ index: inout Int, _ body: (Chunk) -> Bool) -> Bool {
    let table = track.box.children.at("mdia", "minf", "stbl")
    let constant = table.first(SampleSizeBox.self).map { UInt64($0.sampleSize) } ?? 0
    let sizes =
      table.first(SampleSizeBox.self)?.entries ?? table.first(CompactSampleSizeBox.self)?.entries
      ?? FieldTable()
    let count = table.first(SampleSizeBox.self).map { Int($0.sampleCount) } ?? sizes.count
    let offsets =
      table.first(ChunkOffsetBox.self)?.chunkOffsets
      ?? table.first(ChunkLargeOffsetBox.self)?.chunkOffsets ?? FieldTable()
    let runs = table.first(SampleToChunkBox.self)?.entries ?? FieldTable()
    let sound = track.sampleEntries.first(AudioSampleEntry.self)
    let packet = (constant == 1 ? sound?.packet : nil) ?? (samples: 1, bytes: constant)
    // Rows that go back, as none may, do not give a chunk a second time.
    var done: Int64 = 0
    for run in 0..<runs.count {
      let first = max(runs[run, 0] - 1, done)
      let next = run + 1 < runs.count ? runs[run + 1, 0] - 1 : Int64(offsets.count)
      let perChunk = runs[run, 1]
      let end = min(next, Int64(offsets.count))
      guard perChunk > 0, first < end else { continue }
      done = end
      for chunk in first..<end {
        guard index < count else { return true }
        let samples = min(Int(perChunk), count - index)
        let chunk = Chunk(
          index: index, sampleCount: samples,
          start: UInt64(bitPattern: offsets[Int(chunk), 0]),
          descriptionIndex: Int(clamping: runs[run, 2]),
          sizes: constant > 0
            ? .constant(samples: packet.samples, bytes: packet.bytes)
            : .rows(sizes, column: 0, first: index))
        guard body(chunk) else { return false }
        index += samples
      }
    }
    return true
  }

  // MARK: - Fragments

  private func walkFragments(_ index: inout Int, _ body: (Chunk) -> Bool) {
    let fragments = boxes.all("moof")
    // A movie can have a hundred thousand tracks.
    guard !fragments.isEmpty else { return }
    let extends = boxes.first("moov")?.children.at("mvex")
      .compactMap { $0[TrackExtendsBox.self] }.first { $0.trackID == track.id }
    for fragment in fragments {
      let start = UInt64(clamping: fragment.source?.fileOffset ?? 0)
      // Without a base of its own, a track goes on where the one before it ends.
      var previousEnd = start
      for traf in fragment.children.all("traf") {
        guard let header = traf.children.first(TrackFragmentHeaderBox.self) else { continue }
        let countsFromFragment = header.header.flags & 0x2_0000 != 0
        let base = header.baseDataOffset ?? (countsFromFragment ? start : previousEnd)
        previousEnd = base
        for run in traf.children.compactMap({ $0[TrackRunBox.self] }) {
          if let offset = run.dataOffset {
            previousEnd = base &+ UInt64(bitPattern: Int64(offset))
          }
          let size = UInt64(header.defaultSampleSize ?? extends?.defaultSampleSize ?? 0)
          let count = run.samples.count
          if header.trackID == track.id {
            let column = run.samples.columns.firstIndex { $0.name == "sample_size" }
            let chunk = Chunk(
              index: index, sampleCount: count, start: previousEnd,
              descriptionIndex: Int(
                header.sampleDescriptionIndex ?? extends?.defaultSampleDescriptionIndex ?? 1),
              fragmentStart: Int(clamping: start),
              sizes: column.map { .rows(run.samples, column: $0, first: 0) }
                ?? .constant(samples: 1, bytes: size))
            guard chunk.fileRange != nil, body(chunk) else { return }
            index += count
          }
          previousEnd &+= run.sum(of: "sample_size", default: UInt32(clamping: size))
        }
      }
    }
  }
}
