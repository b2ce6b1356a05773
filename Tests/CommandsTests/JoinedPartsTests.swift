import FieldCoding
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Parts of movies, joined, as ffmpeg decodes them.
@Suite(.needs("ffmpeg")) struct JoinedPartsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func frames(_ path: String) throws -> [Substring] {
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f",
      "framemd5", "-")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
  }

  /// The numbers of pictures of HEVC would mix; and pictures that are hidden at the end of a part would be shown in
  /// the next.
  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4"])
  func picturesAreThoseOfTheParts(_ name: String) throws {
    var parts: [String] = []
    for (number, (from, to)) in [("1.01", "1.39"), ("0.02", "2.19"), ("0.2", "0.94")].enumerated() {
      parts.append(folder.path("\(number).mov"))
      let result = try Program.boxwalk(
        "trim", Program.sample(name), "--from", from, "--to", to, "-o", parts[number])
      #expect(result.isDone, "\(result.errors)")
    }
    let joined = folder.path("joined.mov")
    let result = try Program.boxwalk(["join"] + parts + ["-o", joined])
    #expect(result.isDone, "\(result.errors)")
    #expect(try frames(joined) == parts.flatMap { try frames($0) })
    #expect(try Program.boxwalk("verify", joined, "--quiet").isDone)
  }

  /// FFmpeg's fragments have no edit list, and pictures that are composed after they are decoded: the first comes late.
  @Test(.needs(encoders: "libx264"), arguments: [["-t", "2"], ["-t", "1", "-r", "30000/1001"]])
  func picturesAreShownOnceIfAMovieStartsLate(_ options: [String]) throws {
    let (late, joined) = (folder.path("late.mp4"), folder.path("joined.mp4"))
    let coded = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30", "-f", "lavfi", "-i", "sine",
        "-c:v", "libx264", "-bf", "2", "-movflags", "+frag_keyframe+empty_moov",
      ] + options + [late])
    try #require(coded.code == 0, "\(coded.errors)")
    let result = try Program.boxwalk("join", late, late, late, "-o", joined)
    #expect(result.isDone, "\(result.errors)")
    let once = try frames(late)
    #expect(once.count >= 29)
    #expect(try frames(joined) == once + once + once)
    #expect(try Program.boxwalk("verify", joined, "--quiet").isDone)
  }

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
