import ISOBMFF
import Movie
import Testing

/// What is shown at a time: the sample whose interval contains it (ISO/IEC 14496-12 §8.6.6).
@Suite struct PresentationTests {
  /// Four pictures of two seconds, with 60,000 ticks a second, of which edits show parts: in 600ths of a second, and in ticks.
  private func track(
    _ edits: (Int, Int, Int)..., offsets: [(Int, Int)] = []
  ) throws -> Track {
    var builder = MovieBuilder()
    builder.timescale = 60_000
    builder.times = [(4, 120_000)]
    builder.offsets = offsets
    builder.sizes = [1, 1, 1, 1]
    builder.chunkOffsets = [0]
    builder.chunkRuns = [[1, 4, 1]]
    builder.edits = edits
    return try #require(builder.movie()?.tracks.first)
  }

  private struct Shown: Equatable, CustomStringConvertible {
    var sample: Int
    var time: Double
    var end: Double
    init(_ sample: Int, _ time: Double, _ end: Double) {
      (self.sample, self.time, self.end) = (sample, time, end)
    }
    var description: String { "\(sample) from \(time) to \(end)" }
  }

  private func shown(_ track: Track) throws -> [Shown] {
    try #require(track.shownSamples(most: 100)).map {
      Shown($0.sample, $0.time.seconds, $0.end.seconds)
    }
  }

  private func times(_ track: Track) -> [[Double]] {
    let presentation = Presentation(track)
    return track.samples.map { presentation.times(of: $0).map(\.seconds) }
  }

  @Test func aPictureInProgressAppearsWithTheEdit() throws {
    let track = try track((600, 150_000, 1))
    #expect(try shown(track) == [Shown(1, 0, 1)])
    #expect(times(track) == [[], [0], [], []])
    let longer = try self.track((300, -1, 1), (2700, 150_000, 1))
    #expect(try shown(longer) == [Shown(1, 0.5, 2), Shown(2, 2, 4), Shown(3, 4, 5)])
    #expect(times(longer) == [[], [0.5], [2], [4]])
  }

  @Test func eachEditHasItsOwn() throws {
    let track = try track((600, 390_000, 1), (600, 150_000, 1), (600, 30_000, 1))
    #expect(try shown(track) == [Shown(3, 0, 1), Shown(1, 1, 2), Shown(0, 2, 3)])
    #expect(times(track) == [[2], [1], [], [0]])
  }

  /// An edit that goes on where the one before ended shows no other picture.
  @Test func anEditThatGoesOnIsNoOtherPicture() throws {
    #expect(
      try shown(track((600, 0, 1), (1200, 60_000, 1))) == [Shown(0, 0, 2), Shown(1, 2, 3)])
  }

  @Test func whereTimeStandsStillOnePictureIsShown() throws {
    let track = try track((600, 150_000, 0), (600, 240_000, 1))
    #expect(try shown(track) == [Shown(1, 0, 1), Shown(2, 1, 2)])
    #expect(times(track) == [[], [0], [1], []])
  }

  /// What is left of a picture for less than half a millisecond is the error of a time that was rounded.
  @Test func roundedTimesShowNoOtherPicture() throws {
    #expect(try shown(track((600, 119_971, 1))).map(\.sample) == [1])
    #expect(try shown(track((600, 119_960, 1))).map(\.sample) == [0, 1])
    #expect(try times(track((600, 119_971, 1)))[0].isEmpty)
  }

  /// The pictures are shown in the order 0, 2, 1, 3.
  @Test func theIntervalEndsWithThePictureThatIsShownNext() throws {
    let offsets = [(1, 120_000), (1, 240_000), (1, 0), (1, 120_000)]
    #expect(try shown(track((600, 300_000, 1), offsets: offsets)) == [Shown(2, 0, 1)])
  }

  @Test func nothingIsShownAfterTheMedia() throws {
    #expect(try shown(track((600, 480_000, 1))).isEmpty)
    #expect(times(try track((600, 480_000, 1))).allSatisfy(\.isEmpty))
    #expect(try shown(track((600, 479_000, 1))).map(\.sample) == [3])
  }

  @Test func withoutEditsEachPictureIsShownOnce() throws {
    #expect(try shown(track()) == (0..<4).map { Shown($0, Double($0) * 2, Double($0) * 2 + 2) })
    #expect(try times(track()) == [[0], [2], [4], [6]])
  }
}
