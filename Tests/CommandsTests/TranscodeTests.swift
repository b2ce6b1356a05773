import Foundation
import TestSupport
import Testing

/// Movies that are re-encoded, one and many.
@Suite(.needs("ffprobe", "ffmpeg"), .needs(encoders: "libx264", "libx265"))
struct TranscodeTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func stream(_ path: String, _ entries: String) throws -> String {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", entries, "-of",
      "default=noprint_wrappers=1:nokey=1", path
    ).output.split(separator: "\n").joined(separator: ",")
  }

  /// A movie of HLG in BT.2020, of 10 bits, and turned, as phones record it.
  private func hlg() throws -> String {
    let path = folder.path("hlg.mov")
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=10:duration=1",
      "-vf", "format=yuv420p10le", "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
      "log-level=none", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace",
      "bt2020nc", path)
    #expect(made.code == 0, "\(made.errors)")
    let turned = folder.path("turned.mov")
    #expect(try Program.boxwalk("rotate", "90", path, "-o", turned).code == 0)
    return turned
  }

  @Test func hdrComesIntoRangeOrStays() throws {
    let movie = try hlg()
    let (compatible, hevc) = (folder.path("compatible.mov"), folder.path("hevc.mov"))
    let result = try Program.boxwalk("transcode", movie, "-o", compatible)
    #expect(result.code == 0 && result.output.contains("180 × 320"), "\(result.errors)")
    #expect(result.errors.contains("HDR was brought into the range"), "\(result.errors)")
    let entries = "stream=codec_name,profile,pix_fmt,color_space,color_transfer,color_primaries"
    #expect(try stream(compatible, entries) == "h264,High,yuv420p,bt709,bt709,bt709")
    // The same coding with other numbers needs to be asked for.
    let kept = try Program.boxwalk("transcode", movie, "-o", hevc, "-p", "hevc", "-q", "60")
    #expect(kept.code == 0, "\(kept.errors)")
    #expect(
      try stream(hevc, entries) == "hevc,Main 10,yuv420p10le,bt2020nc,arib-std-b67,bt2020")
    for path in [compatible, hevc] {
      let rotation = try stream(path, "stream_side_data=rotation")
      #expect(try stream(movie, "stream_side_data=rotation") == rotation && rotation.contains("90"))
    }
  }

  @Test func smallerPicturesAreShownSmaller() throws {
    let output = folder.path("small.mov")
    let result = try Program.boxwalk(
      "transcode", Program.sample("clip-hevc.mov"), "-o", output, "--preset", "540p", "-q", "30")
    // It is smaller already.
    #expect(result.code == 0 && result.output.contains("480 × 640"))
    let large = folder.path("large.mov")
    #expect(
      try Program.other(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1600x900:rate=5:duration=1",
        "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params", "log-level=none", large
      ).code == 0)
    let smaller = try Program.boxwalk("transcode", large, "-o", output, "-f", "-p", "540p")
    #expect(smaller.code == 0 && smaller.output.contains("960 × 540"), "\(smaller.errors)")
    #expect(try stream(output, "stream=width,height") == "960,540")
    let header = try Program.boxwalk(
      "inspect", output, "--path", "moov/trak/tkhd", "--json")
    #expect(header.output.contains("960") && header.output.contains("540"), "\(header.output)")
  }

  @Test func presetsAreToldBefore() throws {
    let result = try Program.boxwalk("transcode", "--presets", try hlg())
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("compatible  H.264, 180 × 320, HDR becomes SDR; no audio"))
    #expect(result.output.contains("small       HEVC, 180 × 320, HDR"), "\(result.output)")
    let all = try Program.boxwalk("transcode", "--presets")
    #expect(all.code == 0 && all.output.contains("hevc-1080p"))
    #expect(try Program.boxwalk("transcode", "--presets", Program.sample("meadow.jpg")).code == 2)
  }

  /// Finished work is not repeated; files of others stay.
  @Test func foldersKeepTheirTree() throws {
    let tree = folder.url.appendingPathComponent("in/2023")
    try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
    for (sample, name) in [("clip-hevc.mov", "A.MOV"), ("clip-h264.mp4", "b.mp4")] {
      try FileManager.default.copyItem(
        atPath: Program.sample(sample), toPath: tree.appendingPathComponent(name).path)
    }
    let (input, output) = (folder.path("in"), folder.path("out"))
    let arguments = ["transcode", input, "-o", output, "--speed", "fast", "--json"]
    let first = try Program.boxwalk(arguments)
    #expect(first.code == 0, "\(first.errors)")
    #expect(Folder.names(output + "/2023") == ["A.MOV", "b.mp4"])
    // H.264 and AAC already.
    let lines = first.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("\"converted\""), "\(first.output)")
    #expect(lines[1].contains("\"copied\""), "\(first.output)")
    #expect(try stream(output + "/2023/A.MOV", "stream=codec_name") == "h264")
    let second = try Program.boxwalk(arguments)
    #expect(second.output.split(separator: "\n").allSatisfy { $0.contains("\"unchanged\"") })
    // Another preset gives another result.
    let third = try Program.boxwalk(arguments + ["--preset", "small"])
    #expect(third.code == 0 && !third.output.contains("unchanged"), "\(third.output)")
    #expect(try stream(output + "/2023/A.MOV", "stream=codec_name") == "hevc")
  }

  /// A photo and its movie are converted in one run, and still belong together.
  @Test func aLivePhotoStaysOne() throws {
    let live = folder.path("live")
    let made = try Program.boxwalk(
      "live", "make", Program.sample("portrait-single.heic"), Program.sample("clip-hevc.mov"), "-o",
      live)
    #expect(made.code == 0, "\(made.errors)")
    let output = folder.path("out")
    let result = try Program.boxwalk(
      "convert", live, "-o", output, "--movies", "compatible")
    #expect([0, 1].contains(result.code), "\(result.errors)")
    #expect(
      Folder.names(output) == [".boxwalk", "portrait-single.jpg", "portrait-single.mov"])
    #expect(try stream(output + "/portrait-single.mov", "stream=codec_name") == "h264")
    let check = try Program.boxwalk("live", "check", output)
    #expect(check.code == 0, "\(check.output)")
  }

  @Test func nothingIsReplacedWithoutBeingAskedFor() throws {
    let output = try folder.write(Data("mine".utf8), to: "mine.mov")
    let movie = Program.sample("clip-hevc.mov")
    let result = try Program.boxwalk("transcode", movie, "-o", output)
    #expect(result.code == 2 && result.errors.contains("--force"), "\(result.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: output)) == Data("mine".utf8))
    let copy = folder.path("copy.mov")
    try FileManager.default.copyItem(atPath: movie, toPath: copy)
    let same = try Program.boxwalk("transcode", copy, "-o", copy, "--force")
    #expect(same.code == 2 && same.errors.contains("never replaced"), "\(same.errors)")
    #expect(folder.names == ["copy.mov", "mine.mov"])
  }
}
