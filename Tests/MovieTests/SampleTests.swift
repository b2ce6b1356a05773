import ISOBMFF
import Movie
import Testing

@Suite struct SampleTests {
  /// Times by `stts` and `ctts`, sync samples by `stss`: ISO/IEC 14496-12 §8.6.
  @Test func timesAndSyncSamples() throws {
    var builder = MovieBuilder()
    builder.times = [(2, 10), (3, 20)]
    builder.offsets = [(1, 40), (2, -5), (2, 0)]
    builder.sizes = [1, 2, 3, 4, 5]
    builder.chunkOffsets = [100, 200]
    builder.chunkRuns = [[1, 3, 1], [2, 2, 2]]
    builder.syncSamples = [1, 4]
    let track = try #require(builder.movie()?.tracks.first)
    let samples = Array(track.samples)
    #expect(samples.map(\.number) == [1, 2, 3, 4, 5])
    #expect(samples.map(\.decodeTime) == [0, 10, 20, 40, 60])
    #expect(samples.map(\.compositionTime) == [40, 5, 15, 40, 60])
    #expect(samples.map(\.duration) == [10, 10, 20, 20, 20])
    #expect(samples.map(\.isSync) == [true, false, false, true, false])
    #expect(samples.map(\.fileRange.lowerBound) == [100, 101, 103, 200, 204])
    #expect(samples.map(\.descriptionIndex) == [1, 1, 1, 2, 2])
    #expect(samples.map(\.chunkNumber) == [1, 1, 1, 2, 2])
  }

  /// Two samples with the same decoding time: the first is composed after the second.
  @Test func theLatestOfThoseThatAreComposed() throws {
    var builder = MovieBuilder()
    builder.times = [(1, 0), (1, 10)]
    builder.offsets = [(1, 5), (1, 4)]
    builder.sizes = [1, 1]
    builder.chunkOffsets = [100]
    builder.chunkRuns = [[1, 2, 1]]
    let samples = try #require(builder.movie()?.tracks.first).samples
    let found = [3, 4, 5, 100].map { samples.sample(composedAt: $0)?.index }
    #expect(found == [nil, 1, 0, 0])
  }

  /// The tables of dependencies and of priorities, which together have the form of the flags of fragments: §8.6.4 and
  /// §8.5.3.
  @Test func flagsOfTables() throws {
    var builder = MovieBuilder()
    builder.times = [(3, 10)]
    builder.sizes = [1, 1, 1]
    builder.chunkOffsets = [100]
    builder.chunkRuns = [[1, 3, 1]]
    builder.tableExtras =
      fullBox("sdtp", 0, [0x24, 0x18, 0x00]) + fullBox("stdp", 0, be16(1), be16(0xFFFF), be16(0))
    let samples = Array(try #require(builder.movie()?.tracks.first).samples)
    #expect(samples.map(\.flags.rawValue) == [0x0240_0001, 0x0180_FFFF, 0])
    #expect(samples.map(\.flags.degradationPriority) == [1, 0xFFFF, 0])
  }

  /// A very long table of sizes is not summed up.
  @Test func longTablesOfSizes() throws {
    var builder = MovieBuilder()
    builder.sizes = [Int](repeating: 1, count: 1 << 16)
    #expect(try #require(builder.movie()?.tracks.first).byteCount == 1 << 16)
    builder.sizes.append(1)
    #expect(try #require(builder.movie()?.tracks.first).byteCount == nil)
  }

  @Test func ratesOfOneSample() throws {
    var builder = MovieBuilder()
    builder.mediaDuration = 300
    builder.times = [(1, 300)]
    builder.sizes = [50]
    builder.chunkOffsets = [100]
    builder.chunkRuns = [[1, 1, 1]]
    let track = try #require(builder.movie()?.tracks.first)
    #expect(track.sampleRate == 2 && track.bitRate == 800)
  }

  /// The auxiliary data of encryption has one offset, or one for each chunk: ISO/IEC 14496-12 §8.7.9.
  @Test(arguments: [
    ([900], [900..<908, 908..<924, 924..<932, 932..<956, nil]),
    ([900, 500], [900..<908, 908..<924, 924..<932, 500..<524, nil]),
  ])
  func auxiliaryInformation(offsets: [Int], ranges: [Range<Int>?]) throws {
    var builder = MovieBuilder()
    builder.times = [(5, 10)]
    builder.sizes = [1, 2, 3, 4, 5]
    builder.chunkOffsets = [100, 200]
    builder.chunkRuns = [[1, 3, 1], [2, 2, 1]]
    builder.tableExtras =
      fullBox("saiz", 0, [0], be32(5), [8, 16, 8, 24, 0])
      + fullBox("saio", 0, be32(offsets.count), offsets.flatMap(be32))
    let track = try #require(builder.movie()?.tracks.first)
    #expect(track.samples.map { $0.encryption?.fileRange } == ranges)
    #expect(track.samples.sample(at: 3)?.encryption?.fileRange == ranges[3])
  }

  /// All have the same size, which is stated once.
  @Test func auxiliaryInformationOfOneSize() throws {
    var builder = MovieBuilder()
    builder.times = [(5, 10)]
    builder.sizes = [1, 2, 3, 4, 5]
    builder.chunkOffsets = [100]
    builder.chunkRuns = [[1, 5, 1]]
    builder.tableExtras = fullBox("saiz", 0, [8], be32(5)) + fullBox("saio", 0, be32(1), be32(900))
    let samples = try #require(builder.movie()?.tracks.first).samples
    #expect(samples.map { $0.encryption?.fileRange } == (0..<5).map { 900 + $0 * 8..<908 + $0 * 8 })
  }

  /// Sizes of many samples are added up in blocks.
  @Test func auxiliaryInformationOfManySamples() throws {
    let sizes = (0..<600).map { 8 + $0 % 3 }
    var builder = MovieBuilder()
    builder.times = [(sizes.count, 10)]
    builder.sizes = sizes
    builder.chunkOffsets = [100]
    builder.chunkRuns = [[1, sizes.count, 1]]
    builder.tableExtras =
      fullBox("saiz", 0, [0], be32(sizes.count), sizes.map { UInt8($0) })
      + fullBox("saio", 0, be32(1), be32(90_000))
    let samples = try #require(builder.movie()?.tracks.first).samples
    var offset = 90_000
    for (sample, size) in zip(samples, sizes) {
      #expect(sample.encryption?.fileRange == offset..<offset + size)
      offset += size
    }
  }

  /// Each sample is found by its number and by its times, as the walk has it.
  @Test func randomAccessIsTheWalk() throws {
    var builder = MovieBuilder()
    builder.times = (0..<300).map { (1 + $0 % 3, 10 + $0 % 7) }
    let count = builder.times.reduce(0) { $0 + $1.0 }
    builder.offsets = (0..<count).map { (1, [30, 60, 0, 15][$0 % 4]) }
    builder.sizes = (0..<count).map { 10 + $0 % 11 }
    builder.chunkOffsets = (0..<200).map { 1000 * $0 }
    builder.chunkRuns = (0..<200).map { [$0 + 1, 2 + $0 % 3, 1] }
    builder.syncSamples = (0..<count / 12).map { $0 * 12 + 1 }
    let samples = try #require(builder.movie()?.tracks.first).samples
    let all = Array(samples)
    #expect(all.count == samples.count)
    for sample in all {
      let found = try #require(samples.sample(at: sample.index))
      #expect(found.decodeTime == sample.decodeTime)
      #expect(found.compositionTime == sample.compositionTime)
      #expect(found.fileRange == sample.fileRange)
      #expect(found.flags == sample.flags)
      #expect(samples.sample(decodedAt: sample.decodeTime)?.index == sample.index)
      #expect(samples.sample(decodedAt: sample.decodeTime + 1)?.index == sample.index)
      let shown = all.filter { $0.compositionTime <= sample.decodeTime }
        .map(\.compositionTime).max()
      #expect(samples.sample(composedAt: sample.decodeTime)?.compositionTime == shown)
      let sync = all.last { $0.isSync && $0.index <= sample.index }
      #expect(samples.syncSample(upTo: sample.index) == sync?.index)
    }
    #expect(samples.sample(at: all.count) == nil)
    #expect(samples.from(all.count - 2).map(\.number) == [all.count - 1, all.count])
    #expect(samples.sample(decodedAt: -1) == nil)
  }

  /// One row of a table can state four billion samples, in a file of 500 bytes.
  @Test func countsOfHostileTablesAreNotWalked() throws {
    var builder = MovieBuilder()
    builder.times = [(0xFFFF_FFFF, 0xFFFF_FFFF), (0xFFFF_FFFF, 0xFFFF_FFFF)]
    builder.constantSize = (size: 7, count: 0xFFFF_FFFF)
    builder.chunkOffsets = [0xFFFF_FFF0, 1]
    builder.chunkRuns = [[1, 0xFFFF_FFFF, 1]]
    let track = try #require(builder.movie()?.tracks.first)
    let count = builder.bytes.count
    #expect(track.sampleCount == 0xFFFF_FFFF && track.samples.count == count)
    let last = try #require(track.samples.sample(at: count - 1))
    #expect(last.decodeTime == 0xFFFF_FFFF * Int64(count - 1))
    #expect(last.fileRange.lowerBound == 0xFFFF_FFF0 + 7 * (count - 1))
    #expect(track.samples.chunks.map(\.sampleCount) == [count])
  }

  /// Rows without samples cost nothing twice.
  @Test func samplesWithoutDurationsLastAsLongAsTheLast() throws {
    var builder = MovieBuilder()
    builder.times = [(1, 5), (0, 99), (0, 98)]
    builder.sizes = [1, 1, 1]
    builder.chunkOffsets = [9]
    builder.chunkRuns = [[1, 3, 1]]
    let samples = try #require(builder.movie()?.tracks.first).samples
    #expect(samples.map(\.decodeTime) == [0, 5, 10])
  }

  /// `sample_flags` as ISO/IEC 14496-12 §8.8.3.1 has them.
  @Test func flagsAreWords() {
    let flags = SampleFlags(rawValue: 0b0000_10_01_10_01_011_1_0000000000000101)
    #expect(flags.isNonSync)
    #expect(
      flags.descriptions == [
        "not leading", "needs other samples", "no other needs it", "coded more than once",
        "3 bits of padding", "degradation priority 5",
      ])
    #expect(SampleFlags().descriptions.isEmpty)
  }

  @Test func fragmentsHaveTimesAndFlags() throws {
    var builder = MovieBuilder()
    builder.extras = box(
      "mvex", fullBox("trex", 0, be32(1), be32(1), be32(20), be32(50), be32(0x1_0000)))
    let header = fullBox("tfhd", 0x2_0000, be32(1))
    // Other flags for the first sample; negative offsets in version 0, as writers use them.
    let run = fullBox(
      "trun", 0x805, be32(3), be32(1000), be32(0x200_0000), be32(40), be32(-20), be32(0))
    builder.fragments =
      box("moof", box("traf", header, fullBox("tfdt", 0, be32(5000)), run))
      + box("moof", box("traf", header, fullBox("trun", 0, be32(1))))
    let track = try #require(builder.movie()?.tracks.first)
    let samples = Array(track.samples)
    #expect(samples.map(\.decodeTime) == [5000, 5020, 5040, 5060])
    #expect(samples.map(\.compositionTime) == [5040, 5000, 5040, 5060])
    #expect(samples.map(\.isSync) == [true, false, false, false])
    #expect(samples[0].flags.descriptions == ["needs no other"])
    let first = try #require(samples[0].fragmentStart)
    #expect(samples.prefix(3).map { $0.fileRange.lowerBound - first } == [1000, 1050, 1100])
    #expect(track.samples.sample(decodedAt: 5059)?.number == 3)
    #expect(track.samples.syncSample(upTo: 3) == 0)
    #expect(track.start == 5000 / 600.0 + 40 / 600.0)
  }

  /// A segment continues the timeline of its start, and can also be read without it.
  @Test func segmentsAreOfTheirStart() throws {
    var builder = MovieBuilder()
    builder.extras = box(
      "mvex", fullBox("trex", 0, be32(1), be32(1), be32(20), be32(50), be32(0)))
    let start = BoxFile(Bytes(builder.bytes))
    let segment = BoxFile(
      Bytes(
        box(
          "moof",
          box(
            "traf", fullBox("tfhd", 0x2_0000, be32(1)), fullBox("tfdt", 0, be32(7)),
            fullBox("trun", 0x1, be32(2), be32(60))))))
    let track = try #require(MovieFile(start, segments: [segment])?.tracks.first)
    #expect(track.samples.map(\.decodeTime) == [7, 27])
    #expect(track.samples.map(\.fileRange) == [60..<110, 110..<160])
    #expect(track.samples.map(\.location) == [.file(1), .file(1)])
    let alone = try #require(MovieFile(segment: segment))
    #expect(MovieFile(segment) == nil && alone.isSegment)
    #expect(alone.tracks.map(\.id) == [1])
    #expect(alone.tracks[0].samples.map(\.decodeTime) == [7, 7])
  }
}
