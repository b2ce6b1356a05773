import ISOBMFF
import Movie
import Testing

@Suite struct MovieFileTests {
  @Test func withoutMoovThereIsNoMovie() {
    #expect(MovieFile(BoxFile(Bytes(box("ftyp", Array("isom".utf8), be32(0))))) == nil)
  }

  @Test func durationsAndRatesComeFromTheTables() throws {
    var builder = MovieBuilder()
    builder.movieDuration = 1200
    builder.mediaDuration = 9999
    builder.times = [(40, 20), (10, 40)]
    builder.sizes = [Int](repeating: 100, count: 50)
    builder.fragments = box("mdat", zeros(5000))
    let movie = try #require(builder.movie())
    let track = try #require(movie.tracks.first)
    #expect(movie.duration == 2)
    #expect(track.duration == 2)
    #expect(track.sampleCount == 50)
    #expect(track.sampleRate == 25)
    #expect(track.byteCount == 5000)
    #expect(track.bitRate == 20_000)
    #expect(track.handlerType == "vide")
    #expect(!movie.isFragmented)
  }

  /// A table with a wrong number of samples is not used, but the header.
  @Test func aTableOfOtherSamplesIsNotBelieved() throws {
    var builder = MovieBuilder()
    builder.mediaDuration = 600
    builder.times = [(1, 1)]
    builder.sizes = [1, 2, 3]
    #expect(try #require(builder.movie()?.tracks.first).duration == 1)
  }

  /// Tracks without sample tables share what they would have of their own.
  @Test func emptyTracksHaveNoSamples() throws {
    let tracks = box("trak", []) + box("trak", [])
    let bytes = box("moov", box("mvhd", zeros(100)) + tracks)
    let movie = try #require(MovieFile(BoxFile(Bytes(bytes))))
    #expect(movie.tracks.count == 2)
    for track in movie.tracks {
      #expect(track.sampleCount == 0 && track.samples.count == 0 && track.byteCount == 0)
      #expect(track.duration == nil && track.lastChunkOffset == nil && track.start == nil)
    }
  }

  @Test func aDurationOfAllOnesIsUnknown() throws {
    var builder = MovieBuilder()
    builder.movieDuration = 0xFFFF_FFFF
    builder.mediaDuration = 0xFFFF_FFFF
    #expect(try #require(builder.movie()).duration == nil)
  }

  @Test(arguments: [
    (1, 0, 0, 1, 0), (0, 1, -1, 0, 90), (-1, 0, 0, -1, 180), (0, -1, 1, 0, 270),
  ])
  func rotations(a: Int, b: Int, c: Int, d: Int, degrees: Int) throws {
    var builder = MovieBuilder()
    builder.matrix = (a << 16, b << 16, c << 16, d << 16)
    #expect(try #require(builder.movie()?.tracks.first).matrix.rotation == degrees)
    // The matrix of the movie does the same to all tracks.
    var other = MovieBuilder()
    other.movieMatrix = builder.matrix
    #expect(try #require(other.movie()?.tracks.first).matrix.rotation == degrees)
    other.matrix = builder.matrix
    #expect(try #require(other.movie()?.tracks.first).matrix.rotation == degrees * 2 % 360)
  }

  @Test(arguments: [(-1, 0, 0, 1), (1, 1, 0, 1), (0, 0, 0, 1)])
  func otherMatricesAreNoRotation(a: Int, b: Int, c: Int, d: Int) throws {
    var builder = MovieBuilder()
    builder.matrix = (a << 16, b << 16, c << 16, d << 16)
    #expect(try #require(builder.movie()?.tracks.first).matrix.rotation == nil)
  }

  /// The tracks of this movie are 640 × 480, and so are their pictures.
  @Test func aMatrixThatScalesChangesTheShapeOfPixels() throws {
    var builder = MovieBuilder()
    builder.entry = "mp4v"
    func shape() throws -> Double {
      let track = try #require(builder.movie()?.tracks.first)
      let shape = track.pixelShape(of: try #require(track.sampleEntries.first))
      return Double(shape.hSpacing) / Double(shape.vSpacing)
    }
    #expect(try shape() == 1)
    builder.matrix = (0x2_0000, 0, 0, 0x2_0000)
    #expect(try shape() == 1)
    // Rotated: x becomes y, three halves as long.
    builder.matrix = (0, 0x1_8000, -0x1_0000, 0)
    #expect(try shape() == 1.5)
    #expect(try #require(builder.movie()?.tracks.first).matrix.rotation == 90)
    builder.movieMatrix = (0x1_0000, 0, 0, 0x8000)
    #expect(try shape() == 0.75)
  }

  /// Recorders announce fragments, and then write none.
  @Test func withoutFragmentsTheTablesAreTheMovie() throws {
    var builder = MovieBuilder()
    builder.movieDuration = 600
    builder.times = [(40, 20)]
    builder.sizes = [Int](repeating: 100, count: 40)
    builder.extras = box("mvex", fullBox("trex", 0, be32(1), be32(1), be32(20), be32(0), be32(0)))
    let movie = try #require(builder.movie())
    #expect(!movie.isFragmented && !movie.isInitialization && movie.duration == 1)
    builder.sizes = []
    let empty = try #require(builder.movie())
    #expect(empty.isFragmented && empty.isInitialization)
  }

  /// The second row of `stsc` starts after the third, which starts at the first chunk again.
  @Test func chunksHaveTheirSamplesOnce() throws {
    var builder = MovieBuilder()
    builder.sizes = [1, 2, 3, 4, 5]
    builder.chunkOffsets = [100, 200, 300]
    builder.chunkRuns = [[1, 1, 1], [3, 2, 1], [1, 2, 1]]
    let track = try #require(builder.movie()?.tracks.first)
    #expect(track.samples.map(\.fileRange) == [100..<101, 200..<202, 300..<303, 303..<307])
  }

  @Test func aMovieWithoutAHeaderHasNoDuration() throws {
    let movie = try #require(MovieFile(BoxFile(Bytes(box("moov")))))
    #expect(movie.duration == nil)
  }

  /// The eight orientations: a point of the picture, mirrored at the vertical axis or not, then turned, is where the matrix
  /// puts it (ISO/IEC 14496-12 §8.3.2).
  @Test func mirroringAndRotationAreThoseOfTheMatrix() {
    let one = 65536
    let corners = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    for (a, b) in corners {
      for (c, d) in corners where a * c + b * d == 0 {
        var matrix = TransformationMatrix()
        (matrix.a, matrix.b) = (Int32(a * one), Int32(b * one))
        (matrix.c, matrix.d) = (Int32(c * one), Int32(d * one))
        #expect((matrix.rotation == nil) != (matrix.mirroredRotation == nil))
        #expect(matrix.swapsSides == (a == 0))
        // The corner at the right of the middle, mirrored, is at its left. Each quarter turns x to y, and y to -x.
        var (x, y) = (matrix.rotation == nil ? -1 : 1, 0)
        for _ in 0..<(matrix.rotation ?? matrix.mirroredRotation ?? 0) / 90 { (x, y) = (-y, x) }
        #expect((x, y) == (a, b), "\(matrix)")
      }
    }
    var scaled = TransformationMatrix()
    scaled.a = 1 << 17
    #expect(scaled.rotation == 0 && scaled.scale.map { $0 == (1 << 17, 1 << 16) } == true)
    scaled.b = 1
    #expect(scaled.rotation == nil && scaled.mirroredRotation == nil && scaled.scale == nil)
  }

  /// A movie box that is compressed by zlib (QuickTime File Format: Compressed movie resources).
  @Test(arguments: [("zlib", 1), ("adec", 0)])
  func compressedMovies(type: String, count: Int) throws {
    let plain = MovieBuilder().bytes
    let moov = Array(plain.dropFirst(16))
    let bytes = box(
      "moov",
      box(
        "cmov", box("dcom", Array(type.utf8)), box("cmvd", be32(moov.count), zeros(moov.count))))
    let movie = MovieFile(BoxFile(Bytes(bytes))) { data, limit in
      data.count == moov.count && limit == moov.count ? Inflated(moov) : nil
    }
    #expect(movie?.tracks.count == count)
    #expect(MovieFile(BoxFile(Bytes(bytes)))?.tracks.count == 0)
  }
}
