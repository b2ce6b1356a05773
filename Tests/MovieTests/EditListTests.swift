import ISOBMFF
import Movie
import Testing

/// ISO/IEC 14496-12 §8.6.6, by its own example among others.
@Suite struct EditListTests {
  private func list(
    _ rows: [[Int64]], movie: UInt32 = 600, media: UInt32 = 600, repeats: Bool = false
  ) -> EditList {
    var box = EditListBox()
    box.header.version = 1
    box.header.flags = repeats ? 1 : 0
    box.entries = FieldTable(
      columns: [
        .uint(64, "segment_duration"), .int(64, "media_time"), .int(16, "media_rate_integer"),
        .int(16, "media_rate_fraction"),
      ], rows: rows)
    return EditList(box, movieTimescale: movie, timescale: media)
  }

  @Test func withoutEditsTheMediaIsPresentedAsItIs() throws {
    let none = EditList(nil, movieTimescale: 1000, timescale: 90_000)
    #expect(none.isEmpty)
    #expect(none.times(ofMedia: 45_000).map(\.seconds) == [0.5])
    #expect(none.mediaTime(at: 500) == 45_000)
  }

  /// §8.6.6.1: the flag says that the edits are repeated.
  @Test func aFlagSaysThatEditsRepeat() {
    #expect(list([[600, 0, 1, 0]], repeats: true).repeats)
    #expect(!list([[600, 0, 1, 0]]).repeats)
    #expect(!EditList(nil, movieTimescale: 1, timescale: 1).repeats)
  }

  /// Ten seconds of nothing, then the media from its second 2 on.
  @Test func anEmptyEditDelaysTheMedia() throws {
    let edits = list([[6000, -1, 1, 0], [3000, 1200, 1, 0]])
    #expect(edits.times(ofMedia: 1199).isEmpty)
    #expect(edits.times(ofMedia: 1200).map(\.seconds) == [10])
    #expect(edits.times(ofMedia: 4199).map(\.ticks) == [8999])
    #expect(edits.times(ofMedia: 4200).isEmpty)
    #expect(edits.mediaTime(at: 5999) == nil)
    #expect(edits.mediaTime(at: 6000) == 1200)
    #expect(edits.mediaTime(at: 9000) == nil)
    #expect(edits.start(ofMediaFrom: 0)?.seconds == 10)
  }

  @Test func mediaIsPresentedByEachEditThatShowsIt() throws {
    let edits = list([[100, 50, 1, 0], [100, 0, 1, 0], [30, 20, 0, 0], [100, 0, 2, 0]])
    #expect(edits.times(ofMedia: 60).map(\.ticks) == [10, 160, 260])
    #expect(edits.times(ofMedia: 60, atMost: 2).map(\.ticks) == [10, 160])
    // One moment is held, and only this one.
    #expect(edits.times(ofMedia: 20).map(\.ticks) == [120, 200, 240])
    #expect(edits.mediaTime(at: 229) == 20)
    #expect(edits.mediaTime(at: 280) == 100)
  }

  /// A time between two ticks of the movie is that of the later one.
  @Test func timesAreExact() throws {
    let edits = list([[10, 0, 1, 0]], movie: 7, media: 90_000)
    let time = try #require(edits.times(ofMedia: 12_857).first)
    #expect(time.ticks == 1)
    #expect(edits.times(ofMedia: 12_858).first?.ticks == 2)
    #expect(edits.mediaTime(at: 1) == 12_857)
  }

  @Test func aLastEditWithoutADurationLastsAsLongAsTheMedia() throws {
    let edits = list([[0, 100, 1, 0]])
    #expect(edits.times(ofMedia: 1_000_000).map(\.ticks) == [999_900])
    #expect(edits.mediaTime(at: 999_900) == 1_000_000)
  }

  @Test func hostileNumbersStopAtTheirEnds() throws {
    let edits = list(
      [[.max, .max, .max, -1], [-1, 5, -1, 0], [.max, -1, 1, 0]], movie: 0, media: 0)
    _ = edits.times(ofMedia: .max).map { ($0.seconds, $0.ticks) }
    _ = edits.mediaTime(at: .max)
    _ = edits.start(ofMediaFrom: .min)
    #expect(edits.mediaTime(at: .min) == nil)
  }
}
