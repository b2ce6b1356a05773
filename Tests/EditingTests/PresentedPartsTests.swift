import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

@testable import Editing

/// Edits that move samples present the same ones at the same times.
@Suite struct PresentedPartsTests {
  private static let movies = [
    "clip-hevc.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov",
  ]

  /// The movie with sample tables.
  private func movie(_ name: String) throws -> Bytes {
    var edit = try Edit(sample: name)
    guard MovieFile(edit.original)?.isFragmented == true else { return edit.original.bytes }
    let before = try Presentation(edit.original)
    try edit.defragment()
    let bytes = try edit.bytes()
    #expect(try Presentation(BoxFile(bytes)).difference(from: before) == nil)
    try SoundMovie.expect(bytes, madeFrom: edit.original.bytes, name)
    return bytes
  }

  @Test(arguments: movies, [true, false])
  func partsAreCut(_ name: String, dropping: Bool) throws {
    let bytes = try movie(name)
    let whole = try Presentation(BoxFile(bytes))
    var chance = Noise(state: 20 + UInt64(name.utf8.count))
    var parts: [(from: Double, to: Double?)] = [(0, nil), (0, 0.5), (1, nil), (0.0004, 0.7004)]
    for _ in 0..<12 {
      let times = [0, 1].map { _ in Double.random(in: 0..<whole.duration, using: &chance) }.sorted()
      if times[1] - times[0] > 0.05 { parts.append((times[0], times[1])) }
    }
    for part in parts {
      var edit = Edit(bytes)
      try edit.trim(from: part.from, to: part.to, dropping: dropping)
      let cut = try edit.bytes()
      let expected = whole.part(from: part.from, to: part.to ?? .infinity)
      let difference = try Presentation(BoxFile(cut)).difference(from: expected)
      #expect(difference == nil, "\(name), \(part): \(difference ?? "")")
      try SoundMovie.expect(cut, madeFrom: bytes, "\(name), \(part)")
    }
  }

  /// Programs that leave out what an edit shows only partly show the picture in progress at the cut, if it is the first that
  /// stays.
  @Test func theFirstPictureBeginsWithTheCut() throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    try edit.trim(from: 0.01, to: 1)
    let track = try #require(MovieFile(BoxFile(edit.bytes()))?.tracks.first)
    let first = try #require(track.samples.first { _ in true })
    #expect(track.editList.edits.map(\.mediaTime) == [first.compositionTime])
    let usual = try #require(track.samples.sample(at: 1)).duration
    let cut = Double(usual - first.duration) / Double(track.timescale)
    #expect(abs(cut - 0.01) < 0.0001, "\(cut) s")
  }

  /// The notes say how many samples of each track stay, unless they are not asked for, or all stay.
  @Test func whatStaysIsCounted() throws {
    let bytes = try SampleFile.bytes("clip-h264.mp4")
    for (end, counts, noteCount) in [(0.5, true, 2), (0.5, false, 0), (1000, true, 0)] {
      var edit = Edit(bytes)
      try edit.trim(from: 0, to: end, countsSamples: counts)
      let notes = edit.notes.filter { $0.hasSuffix(" samples stay") }
      #expect(notes.count == noteCount, "\(edit.notes)")
      let new = MovieFile(BoxFile(try edit.bytes()))?.tracks ?? []
      for (note, track) in zip(notes, new) {
        #expect(note.contains("track \(track.id) (\(track.handlerType)): \(track.sampleCount) of "))
      }
    }
  }

  /// What is cut off is not in the file, and little else is in it than what is needed.
  @Test(arguments: movies) func samplesThatAreNotNeededAreRemoved(_ name: String) throws {
    let bytes = try movie(name)
    for (from, to) in [(0.0, 0.4), (0.9, 1.3)] {
      var edit = Edit(bytes)
      try edit.trim(from: from, to: to)
      let cut = BoxFile(try edit.bytes())
      let (old, new) = (try #require(MovieFile(BoxFile(bytes))), try #require(MovieFile(cut)))
      let media = cut.boxes.filter { $0.type == "mdat" }.compactMap(\.origin?.count).reduce(0, +)
      let samples = new.tracks.flatMap { $0.samples.map(\.fileRange.count) }.reduce(0, +)
      #expect(media - samples <= 32, "\(media - samples) bytes of no sample")
      for (one, two) in zip(old.tracks, new.tracks) {
        // No sync sample that starts another group before the first one that is shown.
        let start = try #require(two.samples.sample(at: 0))
        #expect(start.isSync)
        let share = Double(two.sampleCount) / Double(one.sampleCount)
        #expect(share < 0.9, "\(name), track \(one.id): \(two.sampleCount) of \(one.sampleCount)")
      }
    }
  }

  @Test(arguments: movies) func joinedMoviesFollowEachOther(_ name: String) throws {
    let bytes = try movie(name)
    for (from, to) in [(0.0, 0.5), (0.3, 1.2)] {
      var cutting = Edit(bytes)
      try cutting.trim(from: from, to: to)
      let cut = try cutting.bytes()
      for (first, second) in [(bytes, cut), (cut, bytes), (cut, cut)] {
        var edit = Edit(first)
        // Each movie is a file of its own.
        try edit.join([
          ("second.mp4", Bytes(Array(second))), ("third.mp4", Bytes(Array(cut))),
        ])
        let joined = BoxFile(try edit.bytes())
        let starts = try [first, second].reduce(into: [0.0]) { starts, bytes in
          let movie = try #require(MovieFile(BoxFile(bytes)))
          starts.append(starts[starts.count - 1] + (movie.duration ?? 0))
        }
        let expected = try Presentation(BoxFile(first))
          .followed(by: Presentation(BoxFile(second)), at: starts[1])
          .followed(by: Presentation(BoxFile(cut)), at: starts[2])
        let difference = try Presentation(joined).difference(from: expected)
        #expect(difference == nil, "\(name), \(from) to \(to): \(difference ?? "")")
        try SoundMovie.expect(joined.bytes, madeFrom: first, "\(name), \(from) to \(to)")
      }
    }
  }

  /// Into fragments, to the other format, into a stream, with the movie box elsewhere.
  @Test(arguments: movies) func otherFormsPresentTheSame(_ name: String) throws {
    let bytes = try movie(name)
    let whole = try Presentation(BoxFile(bytes))
    let forms: [(String, (inout Edit) throws -> Void)] = [
      ("groups", { try $0.fragment(every: .group) }),
      ("seconds", { try $0.fragment(every: .seconds(0.3)) }),
      ("mov", { try $0.remux(to: .mov) }), ("mp4", { try $0.remux(to: .mp4) }),
      ("start", { try $0.moveMovie(to: .first) }), ("last", { try $0.moveMovie(to: .last) }),
      ("parts", { _ = try $0.makeContinuous() }),
    ]
    for (form, change) in forms {
      var edit = Edit(bytes)
      try change(&edit)
      let changed = BoxFile(try edit.bytes())
      let difference = try Presentation(changed).difference(from: whole)
      #expect(difference == nil, "\(name) as \(form): \(difference ?? "")")
      try SoundMovie.expect(changed.bytes, madeFrom: bytes, "\(name) as \(form)")
      guard MovieFile(changed)?.isFragmented == true else { continue }
      var back = Edit(changed.bytes)
      try back.defragment()
      let again = BoxFile(try back.bytes())
      #expect(try Presentation(again).difference(from: whole) == nil, "\(name) from \(form)")
      try SoundMovie.expect(again.bytes, madeFrom: bytes, "\(name) from \(form)")
    }
  }

  /// An edit without a duration lasts until the last picture ends; a delay before it stays.
  @Test(arguments: ["clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov"], [0, 0.5])
  func openEditsKeepTheirEnd(_ name: String, delay: Double) throws {
    var edit = try Edit(sample: name)
    let movie = try #require(MovieFile(edit.original))
    let first = try #require(movie.tracks.first)
    let start = first.samples.map(\.compositionTime).min() ?? 0
    let ticks = Int64(delay * Double(movie.header?.timescale ?? 0))
    edit.editMovie { movie in
      movie.edit("trak") {
        $0.setEdits((ticks > 0 ? [[ticks, -1, 1, 0]] : []) + [[0, start, 1, 0]])
      }
    }
    let source = BoxFile(try edit.bytes())
    let before = try Presentation(source)
    #expect(abs((before.tracks[0].first?.start ?? 9) - delay) < 0.001)
    var joining = Edit(source.bytes)
    try joining.defragment()
    let joined = BoxFile(try joining.bytes())
    #expect(try Presentation(joined).difference(from: before) == nil)
    try SoundMovie.expect(joined.bytes, madeFrom: source.bytes, name)
  }

  @Test func chaptersKeepTheirTimes() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    let titles = [(0.25, "a"), (0.75, "b"), (1.25, "c"), (2, "d")]
    try edit.setChapters(titles.map { Chapter(start: $0.0, title: $0.1) })
    let bytes = try edit.bytes()
    for (from, to, expected) in [
      (0.5, 2.0, [(0, "a"), (0.25, "b"), (0.75, "c")]), (0.75, 1.0, [(0, "b")]),
      (0.1, 1.0, [(0.15, "a"), (0.65, "b")]),
    ] as [(Double, Double, [(Double, String)])] {
      var cutting = Edit(bytes)
      try cutting.trim(from: from, to: to)
      let cut = BoxFile(try cutting.bytes())
      let movie = try #require(MovieFile(cut))
      let list = try #require(cut.boxes.at("moov", "udta").first(ChapterListBox.self))
      for found in [
        movie.chapters(in: cut.bytes).map { ($0.start, $0.title) },
        list.chapters.map { (Double($0.start) / 1e7, $0.title.string) },
      ] {
        #expect(found.map(\.1) == expected.map(\.1), "\(from) to \(to)")
        #expect(zip(found, expected).allSatisfy { abs($0.0 - $1.0) < 0.002 }, "\(found)")
      }
    }
  }

  /// Nobody has the key for both parts.
  @Test(arguments: ["encv", "drms", "drmi"]) func encryptedMoviesAreNotJoined(type: FourCC) throws {
    let plain = try SampleFile.bytes("clip-h264.mp4")
    let entry = try #require(MovieFile(BoxFile(plain))?.tracks.first?.sampleEntries.first?.origin)
    var bytes = Array(plain)
    bytes.replaceSubrange(entry.fileOffset + 4..<entry.fileOffset + 8, with: "\(type)".utf8)
    let encrypted = Bytes(bytes)
    for (first, second) in [(plain, encrypted), (encrypted, plain), (encrypted, encrypted)] {
      var joining = Edit(first)
      let error = #expect(throws: EditError.self) { try joining.join([("b.mp4", second)]) }
      #expect(
        error.map { "\($0)".contains("is encrypted") } ?? false, "\(String(describing: error))")
    }
  }
}
