import Foundation
import TestSupport
import Testing

/// What the initialization segments of streams have, and what their players make of it.
@Suite(.needs("ffmpeg", "ffprobe")) struct StreamHeaderTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func stream(_ movie: String, _ options: String...) throws -> Program.Result {
    let result = try Program.boxwalk(["hls", movie, "-o", folder.path("s")] + options)
    #expect(result.code <= 1, "\(result.errors)")
    return result
  }

  /// FFmpeg takes a cover for pictures of the stream: players of DASH then decode JPEG data as audio.
  @Test func coversStayBehind() throws {
    let (cover, song) = (folder.path("cover.jpg"), folder.path("song.m4a"))
    let drawn = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", "1", cover)
    try #require(drawn.code == 0, "\(drawn.errors)")
    let bare = folder.path("bare.m4a")
    #expect(
      try Program.boxwalk(
        "track", Program.sample("clip-h264.mp4"), "--keep", "audio", "-o", bare
      ).isDone)
    #expect(try Program.boxwalk("cover", bare, "--set", cover, "-o", song).isDone)
    let result = try stream(song)
    #expect(result.code == 1 && result.errors.contains("1 cover"), "\(result.errors)")
    for name in ["multivariant.m3u8", "stream.mpd"] {
      let played = try Program.other(
        "ffmpeg", "-v", "error", "-i", folder.path("s/" + name), "-map", "0", "-f", "null", "-")
      #expect(played.code == 0 && played.errors.isEmpty, "\(played.errors)")
    }
  }

  /// The brand `cmf2` is only stated if composition offsets have signs; and no number of a track is free that is used.
  @Test(arguments: ["clip-h264-fragmented.mov", "clip-hevc-fragmented.mp4", "clip-h264.mp4"])
  func streamsOfFragmentsHaveNoFindings(_ name: String) throws {
    _ = try stream(Program.sample(name), "--segment", "1")
    for name in ["multivariant.m3u8", "stream.mpd"] {
      let verified = try Program.boxwalk("verify", folder.path("s/" + name))
      #expect(verified.isDone, "\(verified.output)")
      for rule in ["cmf2-times", "next-track-id-taken"] {
        #expect(!verified.output.contains(rule), "\(verified.output)")
      }
    }
  }

  /// A key frame that is hidden at the start is shown from the start of its segment on.
  @Test func hiddenKeyFramesAreNotLongerThanTheirSegments() throws {
    let cut = folder.path("cut.mp4")
    #expect(
      try Program.boxwalk(
        "trim", Program.sample("clip-h264.mp4"), "--from", "0.9", "--to", "1.5", "-o", cut
      ).isDone)
    _ = try stream(cut, "--segment", "1")
    let lines = try String(
      contentsOf: URL(fileURLWithPath: folder.path("s/video-1-keyframes.m3u8")), encoding: .utf8
    ).split(separator: "\n").filter { $0.hasPrefix("#EXTINF:") }
    let durations = lines.compactMap { Double($0.dropFirst(8).dropLast()) }
    #expect(durations.count == lines.count && !durations.isEmpty)
    // The second is at 1.0 s.
    #expect(durations.count == 2 && abs(durations[0] - 0.1) < 0.001, "\(durations)")
  }

  /// Old QuickTime movies have numbers of languages: 2 is German.
  @Test(.needs("a module for containers", if: { RemuxContainerTests.hasModule }))
  func numbersOfLanguagesAreNamed() throws {
    let (movie, made) = (folder.path("old.mov"), folder.path("made.mkv"))
    let set = try Program.boxwalk(
      "set", "moov/trak[1]/mdia/mdhd.language=2", Program.sample("clip-hevc.mov"), "-o", movie)
    try #require(set.isDone, "\(set.errors)")
    #expect(try Program.boxwalk("remux", movie, "-o", made).code <= 1)
    let languages = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream_tags=language",
      "-of", "csv=p=0", made
    ).output.filter { !$0.isWhitespace }
    #expect(languages == "deu" || languages == "ger")
    _ = try stream(movie)
    let playlist = try String(
      contentsOf: URL(fileURLWithPath: folder.path("s/multivariant.m3u8")), encoding: .utf8)
    #expect(playlist.contains("LANGUAGE=\"de\""), "\(playlist)")
  }
}
