import FieldCoding
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Movies with texts, joined.
@Suite(.needs("ffmpeg")) struct JoinedTextsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// FFmpeg shows a text again where an empty edit follows it.
  @Test(
    .needs("a module for containers", if: { RemuxContainerTests.hasModule }),
    arguments: ["subrip", "webvtt"])
  func textsAreShownAtTheirTimes(_ coding: String) throws {
    let (texts, made) = (folder.path("texts.srt"), folder.path("texts.mkv"))
    let (movie, joined) = (folder.path("texts.mp4"), folder.path("joined.mp4"))
    try """
    1
    00:00:00,200 --> 00:00:00,500
    The first text

    2
    00:00:00,900 --> 00:00:01,100
    The second text
    """.write(toFile: texts, atomically: true, encoding: .utf8)
    let coded = try Program.other(
      "ffmpeg", "-v", "error", "-i", Program.sample("clip-h264.mp4"), "-i", texts, "-map", "0:v",
      "-map", "1:s", "-c:v", "copy", "-c:s", coding, made)
    try #require(coded.code == 0, "\(coded.errors)")
    #expect(try Program.boxwalk("remux", made, "-o", movie).isDone)
    let result = try Program.boxwalk("join", movie, movie, "-o", joined)
    #expect(result.isDone, "\(result.errors)")
    let length = try #require(try read(movie).duration)
    let track = try #require(try read(joined).tracks.last)
    #expect(track.editList.edits.allSatisfy { $0.mediaTime != nil })
    let ticks = Double(track.timescale)
    // Samples without a text have at most 8 bytes.
    let times = track.samples.filter { $0.fileRange.count > 8 }.map {
      Double($0.decodeTime) / ticks
    }
    let expected: [Double] = [0.2, 0.9, length + 0.2, length + 0.9]
    #expect(times.count == expected.count)
    for (time, wanted) in zip(times, expected) { #expect(abs(time - wanted) < 0.002) }
    #expect(try Program.boxwalk("verify", joined, "--quiet").isDone)
  }

  private func read(_ path: String) throws -> MovieFile {
    try #require(MovieFile(BoxFile(try ByteSource(mapping: path).bytes)))
  }
}
