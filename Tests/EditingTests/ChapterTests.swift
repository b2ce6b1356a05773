import Editing
import ISOBMFF
import Movie
import Testing

@Suite struct ChapterTests {
  @Test func textsAreRead() throws {
    let plain = try ChapterText.chapters(
      in: "# comment\n\n0 One\n0:01:05.5 Two and more\r\n1:00:00\n")
    #expect(
      plain == [
        Chapter(start: 0, title: "One"), Chapter(start: 65.5, title: "Two and more"),
        Chapter(start: 3600, title: ""),
      ])
    let metadata = try ChapterText.chapters(
      in: """
        ;FFMETADATA1
        title=The movie
        [CHAPTER]
        TIMEBASE=1/1000
        START=1500
        END=2000
        title=A\\=B \\; C
        [STREAM]
        title=Not this
        [CHAPTER]
        START=2000000000
        title=Two
        """)
    #expect(
      metadata == [Chapter(start: 1.5, title: "A=B ; C"), Chapter(start: 2, title: "Two")])
    #expect(throws: ChapterTextError.self) { try ChapterText.chapters(in: "soon One") }
    for (text, time) in [(".5", 0.5), ("1:.25", 60.25), ("5.", 5), ("0:0:.125", 0.125)] {
      #expect(ChapterText.seconds(text) == time)
    }
    for text in ["", ".", "1:", "-.5", "1..5", "1:60", ".5.", "x.5", ":1"] {
      #expect(ChapterText.seconds(text) == nil, "\(text)")
    }
    #expect(
      try ChapterText.chapters(in: ChapterText.lines(plain).joined(separator: "\n")) == plain)
  }

  /// A moment before the end is in the last tick at the latest.
  @Test func chaptersBeginBeforeTheEnd() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    try edit.setChapters([
      Chapter(start: 0, title: "One"), Chapter(start: 2.499999, title: "Two"),
    ])
    #expect(throws: EditError.self) { try edit.setChapters([Chapter(start: 2.5, title: "Late")]) }
  }

  @Test func bothFormsSayTheSame() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    let long = String(repeating: "ä", count: 200)
    let wanted = [Chapter(start: 0.5, title: "One"), Chapter(start: 1, title: long)]
    try edit.setChapters(wanted)
    let file = BoxFile(try edit.bytes())
    let movie = try #require(MovieFile(file))
    #expect(movie.chapters(in: file.bytes).map(\.title) == wanted.map(\.title))
    #expect(movie.chapters(in: file.bytes).map(\.start) == [0.5, 1])
    let titles = try #require(movie.tracks.last)
    #expect(titles.sampleEntries.count == 1)
    #expect(titles.samples.map(\.descriptionIndex) == titles.samples.map { _ in 1 })
    let list = try #require(file.boxes.at("moov", "udta").first(ChapterListBox.self))
    // A title of 255 bytes at most, and no half of a character.
    #expect(list.chapters.map(\.start) == [5_000_000, 10_000_000])
    #expect(list.chapters[1].title.string == String(long.prefix(127)))
    let other = MovieFile(edit.original)?.tracks ?? []
    for track in other {
      #expect(file.samples(of: track.id) == edit.original.samples(of: track.id))
    }
    var again = Edit(file.bytes)
    try again.removeChapters()
    let plain = BoxFile(try again.bytes())
    #expect(MovieFile(plain)?.chapters(in: plain.bytes).isEmpty == true)
    #expect(MovieFile(plain)?.tracks.map(\.id) == other.map(\.id))
  }

  /// All ones ask to search for a free ID (ISO/IEC 14496-12 §8.2.2.3), and some writers state one that is taken.
  @Test(arguments: [(UInt32.max, UInt32.max), (1, 35), (34, 35), (100, 101)])
  func theirTrackHasAnIDOfItsOwn(stated: UInt32, expected: UInt32) throws {
    let original = try SampleFile.bytes("clip-hevc.mov")
    var bytes = Array(original)
    func patch(_ path: String, at offset: Int, with value: UInt32) throws {
      let box = try #require(BoxPath(path).flatMap { BoxFile(original).box(at: $0) })
      let start = try #require(box.origin?.fileOffset) + offset
      bytes.replaceSubrange(
        start..<start + 4, with: (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) })
    }
    try patch("moov/trak[0]/tkhd", at: 20, with: 33)
    try patch("moov/mvhd", at: 104, with: stated)
    var second = Edit(Bytes(bytes))
    try second.setChapters([Chapter(start: 0, title: "One")])
    let movie = try #require(MovieFile(BoxFile(try second.bytes())))
    let ids = movie.tracks.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(movie.header?.nextTrackID == expected)
    #expect(ids.last == (stated == 100 ? 100 : 34), "\(ids)")
  }

  @Test func wrongOnesAreRefused() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    for wrong in [
      [], [Chapter(start: 99, title: "")],
      [Chapter(start: 1, title: "a"), Chapter(start: 1, title: "b")],
    ] {
      #expect(throws: EditError.self) { try edit.setChapters(wrong) }
    }
  }

  @Test func coversAreSetAndRemoved() throws {
    let image = try SampleFile.bytes("meadow.jpg")
    for name in ["clip-hevc.mov", "clip-h264.mp4"] {
      var edit = try Edit(sample: name)
      try edit.setCover(image)
      let file = BoxFile(try edit.bytes())
      #expect(file.covers.map(\.fileExtension) == ["jpg"] && file.covers[0].image == image)
      var again = Edit(file.bytes)
      try again.removeCover()
      #expect(BoxFile(try again.bytes()).covers.isEmpty)
    }
    var edit = try Edit(sample: "clip-h264.mp4")
    // The second is the signature of Windows bitmaps.
    for image in [[1, 2, 3, 4], Array("BM".utf8) + [0, 0, 0, 0]] {
      #expect(throws: EditError.self) { try edit.setCover(Bytes(image)) }
    }
  }

  /// What is not there is not removed: no box is written anew.
  @Test func nothingIsRemovedFromAMovieWithoutChaptersAndCover() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    try edit.removeChapters()
    try edit.removeCover()
    #expect(edit.file.boxes.allSatisfy { $0.source != nil })
    #expect(try !edit.finished().isChanged)
  }
}
