import Files
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Chapters and time codes are those that ffprobe finds.
@Suite struct ChapterTests {
  private static let movies = (MediaFolder.samples + MediaFolder.files).filter {
    ["mp4", "mov", "m4a", "m4v", "m4b"].contains(($0 as NSString).pathExtension.lowercased())
  }

  @Test(.needs("ffprobe"), .needsMedia)
  func chaptersAreThoseOfFFprobe() throws {
    var found = 0
    for path in ChapterTests.movies {
      let file = BoxFile(try ByteSource(mapping: path).bytes)
      guard let movie = MovieFile(file, inflate: Zlib.inflate) else { continue }
      let chapters = movie.chapters(in: file.bytes)
      guard let probe = try Probe.json(path, ["-show_chapters"])?["chapters"] as? [[String: Any]]
      else { continue }
      #expect(chapters.count == probe.count, "\(path)")
      for (chapter, other) in zip(chapters, probe) {
        let start = (other["start_time"] as? String).flatMap(Double.init) ?? -1
        #expect(abs(chapter.start - start) < 0.001, "\(path), \(chapter)")
        #expect(chapter.title == (other["tags"] as? [String: String])?["title"] ?? "", "\(path)")
      }
      found += chapters.count
    }
    #expect(found > 10)
  }

  /// A track with titles that the first track names, from its second 0.5 on: QuickTime File Format, "Chapter lists".
  private func movie(handler: String, reference: String = "chap") -> [UInt8] {
    let titles = ["One", "Two", "Three"].map { be16($0.utf8.count) + Array($0.utf8) }
    func track(at offset: Int) -> [UInt8] {
      let table = box(
        "stbl", fullBox("stsd", 0, be32(1), box("text", zeros(6), be16(1), zeros(43))),
        fullBox("stts", 0, be32(2), be32(2), be32(300), be32(1), be32(600)),
        fullBox("stsz", 0, be32(0), be32(3), titles.flatMap { be32($0.count) }),
        fullBox("stsc", 0, be32(1), be32(1), be32(3), be32(1)),
        fullBox("stco", 0, be32(1), be32(offset)))
      let edits = fullBox(
        "elst", 0, be32(2), be32(300), be32(-1), be32(1 << 16), be32(1200), be32(0), be32(1 << 16))
      return box(
        "trak", fullBox("tkhd", 1, zeros(8), be32(2), zeros(68)), box("edts", edits),
        box(
          "mdia", fullBox("mdhd", 0, zeros(8), be32(600), be32(1200), zeros(4)),
          fullBox("hdlr", 0, zeros(4), Array(handler.utf8), zeros(13)), box("minf", table)))
    }
    var builder = MovieBuilder()
    builder.movieDuration = 1800
    builder.trackExtras = box("tref", box(reference, be32(2)))
    builder.extras = track(at: 0)
    builder.extras = track(at: builder.bytes.count + 8)
    builder.fragments = box("mdat", titles.flatMap { $0 })
    return builder.bytes
  }

  private func chapters(_ bytes: [UInt8]) throws -> [Chapter] {
    let file = BoxFile(Bytes(bytes))
    return try #require(MovieFile(file)).chapters(in: file.bytes)
  }

  /// Each lasts until the next one, and the last until the end of the movie.
  @Test func chaptersAreTheSamplesOfATrack() throws {
    for handler in ["text", "sbtl"] {
      #expect(
        try chapters(movie(handler: handler)) == [
          Chapter(start: 0.5, end: 1, title: "One"), Chapter(start: 1, end: 1.5, title: "Two"),
          Chapter(start: 1.5, end: 3, title: "Three"),
        ])
    }
    #expect(try chapters(movie(handler: "vide")).isEmpty)
    #expect(try chapters(movie(handler: "text", reference: "hint")).isEmpty)
  }

  @Test(.needs("ffprobe"), .needsMedia)
  func timecodesAreThoseOfFFprobe() throws {
    var found = 0
    // Its sample with the code is behind the end of the file: ffprobe reads zeros.
    for path in ChapterTests.movies where !path.hasSuffix("mp4-with-mov-in24-ver.mp4") {
      let file = BoxFile(try ByteSource(mapping: path).bytes)
      guard let movie = MovieFile(file, inflate: Zlib.inflate), !movie.isFragmented else {
        continue
      }
      let streams = try Probe.json(path, ["-show_streams"])?["streams"] as? [[String: Any]] ?? []
      for stream in streams where stream["codec_type"] as? String == "video" {
        guard let id = (stream["id"] as? String).flatMap({ UInt32($0.dropFirst(2), radix: 16) }),
          let track = movie.tracks.first(where: { $0.id == id }),
          let expected = (stream["tags"] as? [String: String])?["timecode"]
        else { continue }
        #expect(movie.timecode(of: track, in: file.bytes)?.start == expected, "\(path)")
        found += 1
      }
    }
    #expect(found >= 5)
  }

  /// Values of SMPTE ST 12-1: drop-frame clocks skip 00 and 01 except in every tenth minute.
  @Test(arguments: [
    (0, "00:00:00;00"), (1799, "00:00:59;29"), (1800, "00:01:00;02"), (17981, "00:09:59;29"),
    (17982, "00:10:00;00"), (107_892, "01:00:00;00"), (2_589_407, "23:59:59;29"),
    (2_589_408, "00:00:00;00"),
  ])
  func dropFrames(frame: Int64, text: String) {
    let code = Timecode(
      firstFrame: 0, framesPerSecond: 30, frameDuration: 1001 / 30000, isDropFrame: true,
      wraps: true, isCounter: false)
    #expect(code.text(ofFrame: frame) == text)
  }

  @Test func otherClocks() {
    var code = Timecode(
      firstFrame: 90000, framesPerSecond: 25, frameDuration: 0.04, isDropFrame: false, wraps: false,
      isCounter: false)
    #expect(code.start == "01:00:00:00")
    #expect(code.text(at: 1.5) == "01:00:01:12")
    #expect(code.text(ofFrame: -26) == "-00:00:01:01")
    #expect(code.text(ofFrame: 25 * 3600 * 25) == "25:00:00:00")
    code.isCounter = true
    #expect(code.start == "90000")
  }
}
