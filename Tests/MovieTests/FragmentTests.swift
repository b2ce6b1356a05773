import ISOBMFF
import Movie
import TestSupport
import Testing

@Suite struct FragmentTests {
  private func fragmented() -> MovieBuilder {
    var builder = MovieBuilder()
    // Samples of 20 time units and 50 bytes, unless a fragment states other values.
    let trex = fullBox("trex", 0, be32(1), be32(1), be32(20), be32(50), be32(0))
    builder.extras = box("mvex", trex)
    return builder
  }

  private func fragment(_ runs: [UInt8]...) -> [UInt8] {
    let tfhd = fullBox("tfhd", 0x020000, be32(1))
    return box("moof", fullBox("mfhd", 0, be32(1)), box("traf", tfhd, runs.flatMap { $0 }))
  }

  @Test func samplesOfFragmentsCount() throws {
    var builder = fragmented()
    // The duration in `mdhd` is that of the fragments, and is not added to them.
    builder.mediaDuration = 700
    builder.fragments =
      fragment(fullBox("trun", 0, be32(10)))
      + fragment(
        fullBox("trun", 0x300, be32(2), be32(100), be32(1000), be32(300), be32(2000)),
        fullBox("trun", 0, be32(1)))
    let movie = try #require(builder.movie())
    let track = try #require(movie.tracks.first)
    #expect(movie.isFragmented)
    #expect(!movie.isInitialization)
    #expect(track.sampleCount == 13)
    #expect(track.mediaDuration == 10 * 20 + 400 + 20)
    #expect(track.byteCount == 10 * 50 + 3000 + 50)
    #expect(movie.duration == 620 / 600.0)
  }

  /// A segment without its movie box: each track is there once, and nothing says what it is.
  @Test func aSegmentHasTheTracksOfItsFragments() throws {
    let run = fullBox("trun", 0x200, be32(2), be32(100), be32(1000))
    let bytes = fragment(run) + fragment(run)
    let movie = try #require(MovieFile(segment: BoxFile(Bytes(bytes))))
    #expect(movie.tracks.map(\.id) == [1])
    #expect(movie.tracks.first?.handlerType == FourCC(rawValue: 0))
    #expect(movie.tracks.first?.sampleCount == 4)
    // The movie itself is not a segment, and a segment is not a movie.
    #expect(MovieFile(segment: BoxFile(Bytes(MovieBuilder().bytes))) == nil)
    #expect(MovieFile(BoxFile(Bytes(bytes))) == nil)
  }

  /// ISO/IEC 14496-12 §8.8.7.1: offsets in identified media data count from its first byte.
  @Test func runsInIdentifiedMedia() throws {
    var builder = fragmented()
    let reference = fullBox("dref", 0, be32(1), fullBox("imdt", 0, be32(7)))
    builder.mediaInformationExtras = box("dinf", reference)
    builder.fragments =
      fragment(fullBox("trun", 0x1, be32(2), be32(3)), fullBox("trun", 0, be32(1)))
      + box("imda", be32(6), zeros(9)) + box("imda", be32(7), zeros(500))
    let start = builder.bytes.count - 500
    let samples = Array(try #require(builder.movie()?.tracks.first).samples)
    #expect(samples.map(\.fileRange.lowerBound) == [3, 53, 103].map { start + $0 })
  }

  /// A part of a broadcast whose header states when it ends.
  @Test func aLateStartIsNoPartOfTheDuration() throws {
    var builder = fragmented()
    builder.movieDuration = 19_063 * 600 + 200
    builder.fragments = box(
      "moof",
      box(
        "traf", fullBox("tfhd", 0x020000, be32(1)), fullBox("tfdt", 0, be32(19_063 * 600)),
        fullBox("trun", 0, be32(10))))
    let movie = try #require(builder.movie())
    #expect(movie.start == 19_063)
    #expect(movie.duration == 200 / 600.0)
  }

  @Test func fragmentsComeAfterTheSamplesOfTheMovie() throws {
    var builder = fragmented()
    builder.movieDuration = 600
    builder.times = [(30, 20)]
    builder.sizes = [Int](repeating: 1, count: 30)
    builder.fragments = fragment(fullBox("trun", 0, be32(30)))
    let movie = try #require(builder.movie())
    #expect(movie.tracks.first?.sampleCount == 60)
    #expect(movie.duration == 2)
  }

  /// Each run states four million samples, in 16 bytes: only some of them are read, and those with bytes.
  @Test func samplesWithoutBytesAreOnlyCounted() throws {
    var builder = fragmented()
    builder.extras = box(
      "mvex", fullBox("trex", 0, be32(1), be32(1), be32(20), be32(0), be32(0)))
    let empty = fullBox("trun", 0, be32(1 << 22))
    let one = fullBox("trun", 0x200, be32(1), be32(7))
    builder.fragments = fragment([UInt8]([[UInt8]](repeating: empty, count: 5000).joined()), one)
    let track = try #require(builder.movie()?.tracks.first)
    let samples = Array(track.samples.withBytes.prefix(10))
    #expect(samples.map(\.index) == [builder.bytes.count * 4 / 64])
    #expect(samples.map(\.fileRange.count) == [7])
  }

  @Test func manyRunsOfAFragmentAreReadInLinearTime() throws {
    let run = fullBox("trun", 0, be32(1))
    let ratio = growth(of: 500) { count in
      var builder = fragmented()
      builder.fragments = fragment([UInt8]([[UInt8]](repeating: run, count: count).joined()))
      return Bytes(builder.bytes)
    } in: { bytes in
      #expect((MovieFile(BoxFile(bytes))?.tracks.first?.sampleCount ?? 0) >= 500)
    }
    #expect(ratio < 8, "\(ratio)")
  }

  /// Flags of samples: 0x10000 means that it is not a sync sample (ISO/IEC 14496-12 §8.8.3.1).
  @Test func noSyncSampleIsBeforeTheFirst() throws {
    var builder = fragmented()
    builder.fragments = fragment(
      fullBox("trun", 0x400, be32(4), [0x10000, 0x10000, 0, 0x10000].flatMap(be32)))
    let samples = try #require(builder.movie()?.tracks.first).samples
    #expect((0..<4).map { samples.syncSample(upTo: $0) } == [nil, nil, 2, 2])
  }

  @Test func nothingIsDecodedBeforeTheFirstFragment() throws {
    var builder = fragmented()
    builder.fragments = box(
      "moof",
      box(
        "traf", fullBox("tfhd", 0x020000, be32(1)), fullBox("tfdt", 0, be32(1000)),
        fullBox("trun", 0, be32(3))))
    let samples = try #require(builder.movie()?.tracks.first).samples
    let found = [0, 999, 1000, 1019, 1020, 5000].map { samples.sample(decodedAt: $0)?.index }
    #expect(found == [nil, nil, 0, 0, 1, 2])
  }

  @Test func aStartWithoutFragmentsSaysHowLongTheyAre() throws {
    var builder = fragmented()
    builder.extras = box(
      "mvex", fullBox("mehd", 0, be32(6000)),
      fullBox("trex", 0, be32(1), be32(1), be32(20), be32(50), be32(0)))
    let movie = try #require(builder.movie())
    #expect(movie.isInitialization)
    #expect(movie.duration == 10)
    #expect(movie.tracks.first?.sampleRate == nil)
  }
}
