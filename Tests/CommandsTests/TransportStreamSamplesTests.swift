import Foundation
import TestSupport
import Testing

/// Samples of AVC and HEVC in MPEG-TS, as ffmpeg reads them.
@Suite(
  .needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"),
  .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct TransportStreamSamplesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func frames(_ path: String) throws -> [Substring] {
    let result = try Program.other(
      "ffmpeg",
      ["-v", "error"] + (path.hasSuffix(".mp4") ? ["-ignore_editlist", "1"] : []) + [
        "-flags", "output_corrupt", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f",
        "framemd5", "-",
      ])
    #expect(result.code == 0, "\(result.errors)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
  }

  private func transported(_ movie: String) throws -> String {
    let made = folder.path("made.ts")
    let result = try Program.boxwalk("remux", movie, "-o", made, "--force")
    #expect(result.code <= 1, "\(result.errors)")
    return made
  }

  /// FFmpeg inserts the sets only into pictures of instantaneous refresh: without any, no picture can be decoded.
  @Test func movieWithoutRefreshIsDecoded() throws {
    let (open, cut) = (folder.path("open.mp4"), folder.path("cut.mp4"))
    let coded = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=30:d=3", "-c:v",
      "libx264", "-x264-params", "open-gop=1:keyint=20:min-keyint=20:scenecut=0", open)
    try #require(coded.code == 0, "\(coded.errors)")
    #expect(try Program.boxwalk("trim", open, "--from", "1.5", "-o", cut).isDone)
    let made = try transported(cut)
    let (found, expected) = (try frames(made), try frames(cut))
    #expect(expected.count > 45 && found == expected)
    let back = folder.path("back.mp4")
    #expect(try Program.boxwalk("remux", made, "-o", back).isDone)
    #expect(try frames(back) == expected)
  }

  /// Messages that need a set of parameters come behind it.
  @Test func setsComeBeforeMessages() throws {
    let movie = folder.path("hrd.mp4")
    let coded = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=30:d=1", "-c:v",
      "libx264", "-x264-params", "nal-hrd=vbr:vbv-bufsize=500:vbv-maxrate=400", movie)
    try #require(coded.code == 0, "\(coded.errors)")
    let read = try Program.other("ffprobe", "-v", "error", "-show_streams", transported(movie))
    #expect(read.code == 0 && read.errors.isEmpty, "\(read.errors)")
  }

  /// Readers take the picture for the second eye for a picture of its own.
  @Test(.needsMedia) func theSecondEyeIsLeftOutAndNamed() throws {
    let movie = try #require(MediaFolder.path) + "/mov/fate/multiview.mp4"
    let (made, back) = (folder.path("made.ts"), folder.path("back.mp4"))
    let result = try Program.boxwalk("remux", movie, "-o", made)
    #expect(result.code == 1 && result.errors.contains("second eye"), "\(result.errors)")
    let read = try Program.other("ffprobe", "-v", "error", "-count_packets", "-show_streams", made)
    #expect(read.errors.isEmpty, "\(read.errors)")
    #expect(try Program.boxwalk("remux", made, "-o", back).isDone)
    let (found, expected) = (try frames(back), try frames(movie))
    #expect(expected.count == 11 && found == expected)
  }
}
