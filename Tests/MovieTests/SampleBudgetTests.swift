import ISOBMFF
import Movie
import Testing

/// What a file cannot hold is not read, and said.
@Suite struct SampleBudgetTests {
  /// A size that all samples have needs no row for each.
  private func stated(_ size: Int, count: Int, chunks: [Int]) -> MovieBuilder {
    var builder = MovieBuilder()
    builder.constantSize = (size, count)
    builder.times = [(count, 1)]
    builder.chunkOffsets = chunks
    builder.chunkRuns = [[1, count / chunks.count, 1]]
    return builder
  }

  /// Samples behind the end are counted, and some of them read, as of a file that was cut off.
  @Test(arguments: [1, 3, 100]) func samplesThatAreOnlyStatedEnd(size: Int) throws {
    let builder = stated(size, count: 4_000_000_000, chunks: [0])
    let bytes = builder.bytes.count
    let movie = try #require(builder.movie())
    let track = try #require(movie.tracks.first)
    let count = (bytes + size - 1) / size + bytes
    #expect(track.samples.count == count && Array(track.samples).count == count)
    // What the tables say is known all the same.
    #expect(track.sampleCount == 4_000_000_000)
    #expect(track.byteCount == UInt64(size) * 4_000_000_000)
    #expect(movie.excess == nil && track.samples.isCut)
  }

  /// Chunks of the same bytes, with samples of one size.
  @Test func samplesOfOneSizeThatShareTheirBytesEnd() throws {
    let builder = stated(1, count: 500_000, chunks: [Int](repeating: 0, count: 5000))
    let bytes = builder.bytes.count
    let movie = try #require(builder.movie())
    #expect(movie.tracks.first.map { Array($0.samples).count } == bytes)
    let excess = try #require(movie.excess)
    #expect(excess.trackID == 1 && excess.sample == bytes + 1)
  }

  /// A sample of one byte for each byte of the file is not too much: sound of 8 bits.
  @Test func aSampleForEachByteIsRead() throws {
    let plain = stated(1, count: 400, chunks: [100])
    #expect(plain.bytes.count > 500)
    let movie = try #require(plain.movie())
    #expect(movie.excess == nil && movie.tracks.first.map { Array($0.samples).count } == 400)
    #expect(movie.refusal == nil && movie.tracks.first?.samples.isCut == false)
  }

  /// Chunks that all have the same bytes.
  @Test func samplesThatShareTheirBytesEnd() throws {
    var builder = MovieBuilder()
    builder.sizes = [Int](repeating: 200, count: 100)
    builder.times = [(100, 1)]
    builder.chunkOffsets = [Int](repeating: 0, count: 100)
    builder.chunkRuns = [[1, 1, 1]]
    let most = builder.bytes.count * 4 / 200
    #expect(most < 100)
    let movie = try #require(builder.movie())
    #expect(movie.tracks.first.map { Array($0.samples).count } == most)
    #expect(movie.excess?.sample == most + 1)
    // Those behind the end of a file that was cut off cost nothing.
    builder.chunkOffsets = [Int](repeating: 1 << 20, count: 100)
    let cut = try #require(builder.movie())
    #expect(cut.excess == nil && cut.tracks.first.map { Array($0.samples).count } == 100)
  }

  /// Runs of fragments without sizes, flags or times of their own.
  @Test func runsWithoutRowsEnd() throws {
    var builder = MovieBuilder()
    let trex = fullBox("trex", 0, be32(1), be32(1), be32(20), be32(0), be32(0))
    builder.extras = box("mvex", trex)
    let traf = box("traf", fullBox("tfhd", 0x020000, be32(1)), fullBox("trun", 0, be32(30_000)))
    let moof = box("moof", fullBox("mfhd", 0, be32(1)), traf)
    builder.fragments = (0..<10).flatMap { _ in moof }
    let movie = try #require(builder.movie())
    let track = try #require(movie.tracks.first)
    let count = builder.bytes.count * 4 / 64
    #expect(Array(track.samples).count == count && track.sampleCount == count)
    #expect(movie.excess?.sample == count + 1)
  }

  /// All tracks together have the budget of the file.
  @Test func tracksShareTheBudget() throws {
    let builder = stated(1, count: 1 << 20, chunks: [0])
    let tracks = BoxFile(Bytes(builder.bytes)).boxes.at("moov").all("trak")
    let bytes = builder.bytes
    let trak = Array(try #require(tracks.first?.source))
    let many = box(
      "moov", Array(bytes[24..<132]), (0..<50).flatMap { _ in trak })
    let movie = try #require(MovieFile(BoxFile(Bytes(many))))
    #expect(movie.tracks.count == 50)
    // As many again are behind the end.
    #expect(movie.tracks.reduce(0) { $0 + Array($1.samples).count } == 2 * many.count)
    #expect(movie.excess != nil)
  }

  /// Tables that an edit makes are not those of a file.
  @Test func newTablesAreNotLimited() throws {
    var file = BoxFile(Bytes(stated(1, count: 100_000, chunks: [0]).bytes))
    change(&file.boxes, ["moov", "trak", "mdia", "minf", "stbl", "stsz"]) { box in
      box[SampleSizeBox.self]?.sampleSize = 2
    }
    #expect(try #require(MovieFile(file)).tracks[0].samples.count == 100_000)
  }

  private func change(
    _ boxes: inout [Box], _ path: ArraySlice<FourCC>, _ body: (inout Box) -> Void
  ) {
    guard let index = boxes.firstIndex(where: { $0.type == path.first }) else { return }
    guard path.count > 1 else { return body(&boxes[index]) }
    change(&boxes[index].children, path.dropFirst(), body)
  }

  /// Tables that say what no table of samples says are not decompressed, whatever they are.
  @Test func compressedMoviesAreBounded() throws {
    func movie(_ stated: Int, _ count: Int) -> BoxFile {
      let moov = box(
        "moov",
        box("cmov", box("dcom", Array("zlib".utf8)), box("cmvd", be32(stated), zeros(count))))
      return BoxFile(Bytes(moov))
    }
    let boxes = box("moov", box("udta", (0..<10_000).flatMap { _ in box("free") }))
    let large = try #require(
      MovieFile(movie(64_000_016, 93_276)) { _, _ in
        Issue.record("was decompressed")
        return nil
      })
    #expect(large.tracks.isEmpty)
    #expect(large.refusal?.contains("93,276 bytes would become 64,000,016") == true)
    #expect(large.reasonForNoTracks == large.refusal)
    // One that is not too large may be damaged, or of a caller that decompresses nothing.
    #expect(MovieFile(movie(100, 90)) { _, _ in nil }?.refusal?.hasSuffix("cannot be read") == true)
    #expect(MovieFile(movie(100, 90))?.refusal?.hasSuffix("does not edit") == true)
    let moov = try #require(movie(boxes.count, 100).boxes.first)
    let read = try #require(CompressedMovie(moov) { _, _ in Inflated(boxes) })
    #expect(
      read.file.findings.contains { if case .exceedsLimit = $0.reason { true } else { false } })
  }
}
