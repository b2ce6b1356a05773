import Foundation
import TestSupport
import Testing
import WorkerClient

@testable import Conversion

/// For a movie whose pictures were re-encoded, the output of ffmpeg and ffprobe is the same as before, except for the
/// coding of the pictures.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264", "libx265"))
struct MovieConverterTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func convert(
    _ path: String, _ preset: MoviePreset, quality: Int = 80
  ) throws -> String {
    var options = MovieConverter.Options()
    options.preset = preset
    options.quality = quality
    let output = folder.path("\(preset.name).\((path as NSString).pathExtension)")
    let result = try MovieConverter(Worker(BuiltPrograms.worker), options).convert(path, to: output)
    #expect(result.warnings.isEmpty && result.frameCount > 0)
    return output
  }

  @Test(
    arguments: ["clip-hevc.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4"],
    [MoviePreset.compatible, .hevc])
  func everyPictureAtItsTime(_ name: String, _ preset: MoviePreset) throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    let output = try convert(path, preset)
    #expect(try times(output) == times(path))
    #expect(try times(path).count > 10)
    #expect(
      try entries(output, "stream=codec_name,codec_tag_string", "v").contains(
        preset.codec == .avc ? "avc1" : "hvc1"))
    #expect(
      try entries(
        output, "format_tags=creation_time:stream_tags=creation_time,language,handler_name", nil)
        == entries(
          path, "format_tags=creation_time:stream_tags=creation_time,language,handler_name", nil))
    // Audio, timed metadata and all other tracks.
    #expect(try packets(output, except: "v") == packets(path, except: "v"))
    #expect(try likeness(output, path) > 34)
    // Decoding says nothing.
    let decoded = try InstalledProgram.run(
      "ffmpeg", ["-v", "warning", "-i", output, "-f", "null", "-"])
    #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded.errors)")
  }

  /// A file of audio has no pictures: they are left out, which is said.
  @Test func aFileOfSoundHasOnlySound() throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/clip-h264.mp4") })
    var options = MovieConverter.Options()
    options.preset = .passthrough
    let output = folder.path("sound.m4a")
    let result = try MovieConverter(Worker(BuiltPrograms.worker), options).convert(path, to: output)
    #expect(result.warnings.contains { $0.contains("track 1 (vide) is left out") })
    #expect(try packets(output, except: "v") == packets(path, except: "v"))
    #expect(try entries(output, "stream=codec_type", nil) == "audio\n")
  }

  /// The times of the pictures in the order in which they are shown, in seconds.
  private func times(_ path: String) throws -> [String] {
    try entries(path, "frame=pts_time", "v", ["-show_frames"])
      .split(separator: "\n").map(String.init).filter { Double($0) != nil }
  }

  private func entries(
    _ path: String, _ what: String, _ stream: String?, _ more: [String] = []
  ) throws -> String {
    let streams = stream.map { ["-select_streams", $0] } ?? []
    return try InstalledProgram.run(
      "ffprobe",
      ["-v", "error"] + streams + more + [
        "-show_entries", what, "-of", "default=noprint_wrappers=1:nokey=1", path,
      ]
    ).output
  }

  private func packets(_ path: String, except kind: String) throws -> [String] {
    try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-show_data_hash", "MD5", "-show_entries",
        "packet=codec_type,pts,data_hash", "-of", "csv", path,
      ]
    ).output.split(separator: "\n").map(String.init).filter { !$0.contains(",video,") }.sorted()
  }

  /// The peak signal-to-noise ratio of the luma, in decibels.
  private func likeness(_ path: String, _ original: String) throws -> Double {
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "info", "-noautorotate", "-i", path, "-noautorotate", "-i", original, "-lavfi",
        "[0:v]format=yuv420p[a];[1:v]format=yuv420p[b];[a][b]psnr", "-f", "null", "-",
      ])
    // `PSNR y:41.2 u:...`
    let value = result.errors.components(separatedBy: "PSNR y:").last?.prefix { $0 != " " }
    return Double(value ?? "") ?? 0
  }
}
