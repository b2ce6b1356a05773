import ISOBMFF
import Movie

/// The sample tables of one track. Tables are read row by row, and never kept.
final class SampleTables {
  let track: Track
  /// The `trak` box.
  let place: PlacedBox
  /// It owns its tables: they must not own it.
  private unowned let file: VerifiedFile

  init(_ track: Track, _ place: PlacedBox, in file: VerifiedFile) {
    self.track = track
    self.place = place
    self.file = file
  }

  var id: UInt32 { track.id }
  var timescale: UInt32 { track.timescale }

  private(set) lazy var header = file.first(in: place, "tkhd") ?? place
  private(set) lazy var mediaHeader = file.first(in: place, "mdia", "mdhd") ?? place
  private(set) lazy var information = file.first(in: place, "mdia", "minf")
  private(set) lazy var editList = file.first(in: place, "edts", "elst")
  private(set) lazy var descriptions = self["stsd"]
  /// The sample entries, each with its place.
  private(set) lazy var entries =
    descriptions.map { file.children(of: $0).filter { !["free", "skip"].contains($0.type) } } ?? []
  /// The boxes in `stbl`.
  private(set) lazy var tables =
    file.first(in: place, "mdia", "minf", "stbl").map { file.children(of: $0) } ?? []

  /// The first sample table of a type.
  subscript(type: FourCC) -> PlacedBox? { tables.first { $0.type == type } }

  /// `stsz` or `stz2`.
  private(set) lazy var sizeBox = self["stsz"] ?? self["stz2"]

  /// Samples that are not in fragments; nil if nothing says how many.
  private(set) lazy var sampleCount: Int? =
    sizeBox?.box[SampleSizeBox.self].map { Int($0.sampleCount) }
    ?? sizeBox?.box[CompactSampleSizeBox.self].map { $0.entries.count }

  /// Of all samples, if they are of one size.
  private var constantSize: UInt64? {
    sizeBox?.box[SampleSizeBox.self].flatMap { $0.sampleSize > 0 ? UInt64($0.sampleSize) : nil }
  }

  private var sizes: FieldTable {
    sizeBox?.box[SampleSizeBox.self]?.entries
      ?? sizeBox?.box[CompactSampleSizeBox.self]?.entries ?? FieldTable()
  }

  /// Bytes of all samples that are not in fragments.
  private(set) lazy var byteCount: UInt64 = bytes(0..<(sampleCount ?? 0))

  /// Samples of `stts`, and how long they last together; nil without `stts`.
  private(set) lazy var times: (samples: UInt64, duration: UInt64)? = {
    guard let entries = self["stts"]?.box[TimeToSampleBox.self]?.entries else { return nil }
    var sum = (samples: UInt64(0), duration: UInt64(0))
    entries.forEachRow { _, row in
      sum.samples &+= UInt64(bitPattern: row[0])
      sum.duration &+= UInt64(bitPattern: row[0]) &* UInt64(bitPattern: row[1])
    }
    return sum
  }()

  /// Samples of `ctts`, and the range of their offsets; nil without `ctts`, or if it is empty.
  private(set) lazy var compositionOffsets: (samples: UInt64, range: ClosedRange<Int64>)? = {
    guard let entries = self["ctts"]?.box[CompositionOffsetBox.self]?.entries, !entries.isEmpty
    else { return nil }
    var samples: UInt64 = 0
    var least = Int64.max
    var greatest = Int64.min
    entries.forEachRow { _, row in
      samples &+= UInt64(bitPattern: row[0])
      least = min(least, row[1])
      greatest = max(greatest, row[1])
    }
    return (samples, least...max(least, greatest))
  }()

  /// `stco` or `co64`.
  private(set) lazy var chunkBox = self["stco"] ?? self["co64"]

  private(set) lazy var chunkOffsets: FieldTable =
    chunkBox?.box[ChunkOffsetBox.self]?.chunkOffsets
    ?? chunkBox?.box[ChunkLargeOffsetBox.self]?.chunkOffsets ?? FieldTable()

  /// `first_chunk`, `samples_per_chunk`, `sample_description_index`.
  private(set) lazy var chunkRuns =
    self["stsc"]?.box[SampleToChunkBox.self]?.entries ?? FieldTable()

  /// Samples that chunks have according to `stsc`; nil if they are more than can be counted.
  private(set) lazy var samplesInChunks: UInt64? = {
    var sum: UInt64 = 0
    var isCounted = true
    forEachRun { chunks, samples, _ in
      let (product, overflow) = samples.multipliedReportingOverflow(by: UInt64(chunks.count))
      let (total, again) = sum.addingReportingOverflow(product)
      if overflow || again { isCounted = false }
      sum = total
    }
    return isCounted ? sum : nil
  }()

  /// Calls `body` with the chunks of each row of `stsc`, counted from 0; rows of no chunk are left
  /// out. Rows that go back, as none may, do not give a chunk a second time: each would be all chunks.
  func forEachRun(
    _ body: (_ chunks: Range<Int>, _ samples: UInt64, _ descriptionIndex: Int64) -> Void
  ) {
    let count = chunkOffsets.count
    var previous: (first: Int, samples: UInt64, description: Int64)?
    var done = 0
    func end(at next: Int) {
      guard let run = previous else { return }
      let first = max(run.first, done)
      guard first < next else { return }
      done = next
      body(first..<next, run.samples, run.description)
    }
    chunkRuns.forEachRow { _, row in
      let first = min(max(Int(row[0]) - 1, 0), count)
      end(at: first)
      previous = (first, UInt64(bitPattern: row[1]), row[2])
    }
    end(at: count)
  }

  /// A run of samples that lie one behind the other.
  struct Chunk {
    /// From 0.
    var index: Int
    var start: UInt64
    var bytes: UInt64
    /// The number of its first sample, from 0.
    var firstSample: Int
    var samples: Int

    var end: UInt64 { start.addingReportingOverflow(bytes).overflow ? .max : start + bytes }
  }

  /// All chunks whose samples are known, in the order of the table; none if their data is in
  /// another file.
  private(set) lazy var chunks: [Chunk] = {
    guard !isElsewhere, let sampleCount, sampleCount > 0 else { return [] }
    var chunks: [Chunk] = []
    chunks.reserveCapacity(chunkOffsets.count)
    var sample = 0
    forEachRun { indices, samples, _ in
      chunkOffsets.forEachRow(indices) { index, row in
        let count = min(Int(clamping: samples), sampleCount - sample)
        guard count > 0 else { return }
        chunks.append(
          Chunk(
            index: index, start: UInt64(bitPattern: row[0]), bytes: 0, firstSample: sample,
            samples: count))
        sample += count
      }
    }
    addBytes(to: &chunks)
    return chunks
  }()

  /// Reads the sizes of samples once, from the first to the last.
  private func addBytes(to chunks: inout [Chunk]) {
    if constantSize != nil {
      for index in chunks.indices {
        let samples = chunks[index].firstSample..<chunks[index].firstSample + chunks[index].samples
        chunks[index].bytes = bytes(samples)
      }
      return
    }
    var index = 0
    var left = chunks.first?.samples ?? 0
    sizes.forEachRow { _, row in
      guard index < chunks.count else { return }
      chunks[index].bytes &+= UInt64(bitPattern: row[0])
      left -= 1
      if left == 0 {
        index += 1
        left = index < chunks.count ? chunks[index].samples : 0
      }
    }
  }

  /// Bytes of a range of samples.
  private func bytes(_ samples: Range<Int>) -> UInt64 {
    if let constantSize {
      let sound = entries.first?.box[AudioSampleEntry.self]
      if constantSize == 1, let bytes = sound?.byteCount(ofSamples: UInt64(samples.count)) {
        return bytes
      }
      return UInt64(samples.count).multipliedReportingOverflow(by: constantSize).partialValue
    }
    return sizes.sum(of: 0, samples)
  }

  /// The bytes of a sample that is not in fragments, counted from 0.
  func sample(_ index: Int) -> Bytes? {
    guard let chunk = chunks.first(where: { $0.firstSample + $0.samples > index }),
      chunk.firstSample <= index, let before = Int(exactly: bytes(chunk.firstSample..<index)),
      let size = Int(exactly: bytes(index..<index + 1)), let start = Int(exactly: chunk.start)
    else { return nil }
    let (first, overflow) = start.addingReportingOverflow(before)
    let (end, again) = first.addingReportingOverflow(size)
    guard !overflow, !again else { return nil }
    return file.bytes.part(first..<end)
  }

  /// Whether the samples are in another file.
  private(set) lazy var isElsewhere: Bool = {
    let references =
      file.first(in: place, "mdia", "minf", "dinf", "dref").map { file.children(of: $0) } ?? []
    return !references.isEmpty && references.allSatisfy { $0.box.isElsewhere }
  }()
}

extension Box {
  /// Whether an entry of `dref` points to another file: bit 0 of the flags says that it does not.
  var isElsewhere: Bool {
    let flags =
      self[DataEntryUrlBox.self]?.header.flags ?? self[DataEntryUrnBox.self]?.header.flags
      ?? self[AliasBox.self]?.header.flags
    return flags.map { $0 & 1 == 0 } ?? false
  }

  /// What every sample entry says first.
  var dataReferenceIndex: UInt16? {
    guard let payload = sourcePayload, payload.count >= 8 else { return nil }
    return UInt16(payload[6]) << 8 | UInt16(payload[7])
  }
}
