import Foundation
import TestSupport
import Testing

/// Streams of movies that are not H.264 with one track of AAC.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct HLSSourcesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func make(_ name: String, _ options: [String]) throws -> String {
    let path = folder.path(name)
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=2", "-f", "lavfi",
        "-i", "sine=sample_rate=48000:duration=2",
      ] + options + [path])
    try #require(made.code == 0, "\(made.errors)")
    return path
  }

  /// What is re-encoded can have any coding, and messages are about the movie, not about files that nobody sees.
  @Test(arguments: [
    ["-c:v", "libx264", "-c:a", "aac"], ["-c:v", "prores_ks", "-c:a", "pcm_s16le"],
    ["-c:v", "mjpeg", "-c:a", "aac"], ["-c:v", "mpeg4", "-c:a", "aac"],
  ])
  func laddersAreMadeOfAnyMovie(_ options: [String]) throws {
    let source = try make("source.mov", options)
    let result = try Program.boxwalk(
      "hls", source, "-o", folder.path("new"), "--ladder", "540p", "--speed", "fast")
    // Frames of ProRes have more bits and chroma than H.264 has here, which is said.
    let loss =
      options.contains("prores_ks") ? "10 bits became 8 bits and 4:2:2 became 4:2:0" : nil
    #expect(
      result.code == 0 && (loss.map { result.errors.contains($0) } ?? result.errors.isEmpty),
      "\(result.output)\(result.errors)")
    let played = try Program.other(
      "ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0", "-show_entries",
      "stream=codec_name,nb_read_packets", "-of", "csv=p=0", folder.path("new/multivariant.m3u8"))
    #expect(played.output.contains("h264,20"), "\(played.output)\(played.errors)")
  }

  /// A player that cannot play a coding does not offer its language, and `verify` warns of it.
  @Test func soundOfSeveralCodingsIsSaid() throws {
    let source = try make(
      "source.mp4",
      [
        "-map", "0", "-map", "1", "-map", "1", "-c:v", "libx264", "-c:a:0", "aac", "-c:a:1", "ac3",
        "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu",
      ])
    let result = try Program.boxwalk("hls", source, "-o", folder.path("new"))
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.errors.contains("mp4a.40.2 for en; ac-3 for de"), "\(result.errors)")
    let alike = folder.path("alike.mp4")
    let transcoded = try Program.boxwalk(
      "transcode", source, "--preset", "passthrough", "--audio", "aac", "-o", alike)
    #expect(transcoded.code <= 1, "\(transcoded.errors)")
    let other = try Program.boxwalk("hls", alike, "-o", folder.path("other"))
    #expect(other.code == 0, "\(other.errors)")
    #expect(
      try !Program.boxwalk("verify", folder.path("other/multivariant.m3u8")).output
        .contains("hls-groups-differ"))
  }

  /// Apple's players play HEVC only with this name, if that changes no sample.
  @Test func picturesOfHEVCGetTheNameThatIsPlayed() throws {
    let source = folder.path("source.mov")
    let named = try Program.boxwalk(
      "retag", "--to", "hev1", Program.sample("clip-hevc.mov"), "-o", source)
    try #require(named.code == 0, "\(named.errors)")
    let result = try Program.boxwalk("hls", source, "-o", folder.path("new"))
    #expect(result.code <= 1, "\(result.errors)")
    let list = try String(contentsOfFile: folder.path("new/multivariant.m3u8"), encoding: .utf8)
    #expect(list.contains("hvc1.") && !list.contains("hev1."), "\(list)")
    #expect(result.output.contains("audio-1: mp4a.40.2, 2 channels, "), "\(result.output)")
  }

  /// A recording that broke off in its last fragment.
  @Test func whatIsMissingAtTheEndIsSaid() throws {
    let whole = try Data(
      contentsOf: URL(fileURLWithPath: Program.sample("clip-hevc-fragmented.mp4")))
    let source = try folder.write(whole.prefix(whole.count - 20_000), to: "cut.mp4")
    let result = try Program.boxwalk("hls", source, "-o", folder.path("new"))
    #expect(result.code == 1)
    #expect((result.output + result.errors).contains("cut.mp4: samples at its end are missing"))
  }

  /// Only what the initialization segments have is left of a movie's boxes.
  @Test func boxesOutsideOfMoovAreNamed() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Program.sample("clip-h264.mp4")))
    let source = try folder.write(
      bytes + Data([0, 0, 0, 12]) + Data("vendDATA".utf8), to: "source.mp4")
    let result = try Program.boxwalk("hls", source, "-o", folder.path("new"))
    #expect(result.code == 1)
    #expect(result.errors.contains("source.mp4: the box 'vend'"), "\(result.errors)")
  }

  /// Movies in other containers can be read after `remux`.
  @Test(arguments: ["hls", "chapters", "push"]) func otherContainersAreNamed(
    _ command: String
  ) throws {
    let source = try make("source.mkv", ["-c:v", "libx264", "-c:a", "aac"])
    let target = command == "push" ? ["rtmp://127.0.0.1:1/live/a"] : []
    let options = command == "hls" ? ["-o", folder.path("new")] : []
    let result = try Program.boxwalk([command, source] + target + options)
    #expect(result.code == 2, "\(result.errors)")
    #expect(
      result.errors.contains("is a Matroska movie, which has no boxes: boxwalk remux"),
      "\(result.errors)")
  }
}
