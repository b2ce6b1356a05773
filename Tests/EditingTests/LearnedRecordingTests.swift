import Editing
import FieldCoding
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// The data of a good recording is sufficient to rebuild others of its camera, and contains none of its pictures.
@Suite struct LearnedRecordingTests {
  /// A recording without its `moov` box, cut off in its media data.
  private func cut(_ recording: Bytes) throws -> Bytes {
    let file = BoxFile(recording)
    let mdat = try #require(file.boxes.first("mdat")?.origin)
    let start = mdat.fileOffset
    let end = start + mdat.count * 7 / 10
    let head = try #require(file.boxes.first("ftyp")?.origin)
    return Bytes(Array(head) + Array(try #require(recording.part(start..<end))))
  }

  private func rebuilt(_ recording: Bytes, like good: [Bytes]) throws -> Bytes {
    var edit = Edit(recording)
    try edit.rebuildMovie(like: good)
    return try edit.bytes()
  }

  @Test(arguments: ["clip-h264.mp4", "clip-hevc.mov"])
  func aRecordingIsRebuiltLikeWhatWasLearned(name: String) throws {
    let good = try SampleFile.bytes(name)
    let learned = try LearnedRecording(of: good)
    #expect(learned.notes.isEmpty)
    let recording = try cut(good)
    #expect(
      try Array(rebuilt(recording, like: [learned.bytes]))
        == Array(rebuilt(recording, like: [good])))
    // The movie lasts as long as its longest track.
    let movie = try #require(MovieFile(BoxFile(rebuilt(recording, like: [good]))))
    let lengths = movie.tracks.compactMap { $0.header?.duration }
    #expect(lengths.count == 2 && movie.header?.duration == lengths.max())
  }

  @Test(.needs("ffmpeg"), .needs(encoders: "prores_ks", "libx264", "aac"))
  func theOneThatFitsIsTakenOfSeveral() throws {
    let folder = try Folder()
    let movies = try [
      ["-c:v", "prores_ks", "-profile:v", "2", "-c:a", "pcm_s16le"],
      ["-c:v", "libx264", "-bf", "2", "-c:a", "aac"],
    ].enumerated().map { number, coding in
      let path = folder.path("\(number).mov")
      let result = try InstalledProgram.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-f", "lavfi", "-i",
          "sine=sample_rate=48000", "-t", "3",
        ] + coding + [path])
      #expect(result.code == 0, "\(result.errors)")
      return try ByteSource(mapping: path).bytes
    }
    let learned = try movies.map { try LearnedRecording(of: $0).bytes }
    for (index, movie) in movies.enumerated() {
      let found = BoxFile(try rebuilt(cut(movie), like: learned))
      let wanted = BoxFile(movie)
      for track in MovieFile(wanted)?.tracks ?? [] {
        let (new, old) = (found.samples(of: track.id), wanted.samples(of: track.id))
        #expect(new.count > old.count / 2, "recording \(index), track \(track.id)")
        #expect(zip(new, old).allSatisfy { Array($0) == Array($1) })
      }
    }
  }

  @Test func itHoldsNeitherSamplesNorDatesNorNames() throws {
    let good = try SampleFile.bytes("clip-hevc.mov")
    let learned = try LearnedRecording(of: good)
    let text = Data(learned.bytes)
    for track in MovieFile(BoxFile(good))?.tracks ?? [] {
      for sample in track.samples {
        let bytes = try #require(good.part(sample.fileRange))
        let part = bytes.dropFirst(bytes.count / 2).prefix(12)
        #expect(part.count < 12 || text.range(of: Data(part)) == nil)
      }
    }
    #expect(text.range(of: Data("5B0C7A1E".utf8)) == nil)
    #expect(text.range(of: Data("+46.".utf8)) == nil)
    let movie = try #require(MovieFile(BoxFile(learned.bytes)))
    #expect(movie.header?.creationTime == 0)
    #expect(movie.tracks.allSatisfy { $0.header?.creationTime == 0 })
    #expect(movie.tracks.allSatisfy { $0.mediaHeader?.creationTime == 0 })
  }

  /// A good recording whose end is missing still states the coding of its tracks.
  @Test func aCutRecordingCanTeach() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    try edit.moveMovie(to: .first)
    let whole = try edit.bytes()
    let torn = Bytes(Array(whole.prefix(whole.count * 6 / 10)))
    let recording = try cut(SampleFile.bytes("clip-hevc.mov"))
    #expect(
      try Array(rebuilt(recording, like: [torn])) == Array(rebuilt(recording, like: [whole])))
  }

  @Test func whatIsNoRecordingTeachesNothing() throws {
    for name in ["portrait-single.heic", "clip-hevc-fragmented.mp4", "meadow.jpg"] {
      let bytes = try SampleFile.bytes(name)
      #expect(throws: EditError.self) { try LearnedRecording(of: bytes) }
    }
  }
}
