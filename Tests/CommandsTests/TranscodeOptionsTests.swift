import Foundation
import TestSupport
import Testing

/// The effects of `transcode` options in the output of ffmpeg, ffprobe and exiftool.
@Suite(.needs("ffprobe", "ffmpeg", "exiftool"), .needs(encoders: "libx264", "libx265"))
struct TranscodeOptionsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func entries(_ path: String, _ entries: String, _ more: String...) throws -> String {
    try Program.other(
      "ffprobe",
      ["-v", "error"] + more + [
        "-show_entries", entries, "-of", "default=noprint_wrappers=1:nokey=1", path,
      ]
    ).output.split(separator: "\n").joined(separator: " ")
  }

  private func ffmpeg(_ arguments: String...) throws {
    let made = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments)
    #expect(made.code == 0 && made.errors.isEmpty, "\(made.errors)")
  }

  /// A movie with a picture that looks different from each side.
  private func movie(seconds: Int, noise: Bool = false) throws -> String {
    let path = folder.path("movie-\(seconds).mp4")
    try ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=20:duration=\(seconds)", "-vf",
      noise ? "noise=alls=25:allf=t,format=yuv420p" : "format=yuv420p", "-c:v", "libx264", "-crf",
      "12", path)
    return path
  }

  @Test(.needs(encoders: "libsvtav1"))
  func av1KeepsTimesAndDecodes() throws {
    let (source, output) = (Program.sample("clip-hevc.mov"), folder.path("a.mov"))
    let result = try Program.boxwalk("transcode", source, "-o", output, "-p", "av1")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try entries(output, "stream=codec_tag_string", "-select_streams", "v") == "av01")
    let times = ["packet=pts_time", "-select_streams", "v"]
    #expect(
      try entries(output, times[0], times[1], times[2])
        == entries(source, "frame=pts_time", times[1], times[2], "-show_frames"))
    try ffmpeg("-i", output, "-f", "null", "-")
    // Without what samples should not have; the first sample begins with the sequence header.
    let dump = try Program.boxwalk("verify", output)
    #expect(dump.code == 0, "\(dump.output)")
    let stream = folder.path("a.obu")
    #expect(try Program.boxwalk("extract", output, "--track", "1", "-o", stream).code == 0)
    try ffmpeg("-i", stream, "-f", "null", "-")
  }

  @Test(arguments: [90, 180, 270], [nil, "horizontal", "vertical"])
  func picturesAreTurnedThemselves(_ degrees: Int, _ axis: String?) throws {
    var source = folder.path("turned.mp4")
    let made = try Program.boxwalk("rotate", "\(degrees)", movie(seconds: 1), "-o", source)
    #expect(made.code == 0, "\(made.errors)")
    if let axis {
      let flipped = folder.path("flipped.mp4")
      let made = try Program.boxwalk("flip", axis, source, "-o", flipped)
      #expect(made.code == 0, "\(made.errors)")
      source = flipped
    }
    let output = folder.path("upright.mp4")
    let result = try Program.boxwalk("transcode", source, "-o", output, "--upright", "-q", "90")
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      try entries(output, "stream=width,height:stream_side_data=rotation")
        == (degrees == 180 ? "160 120" : "120 160"))
    // ffmpeg turns the source as its matrix says.
    let likeness = try Program.other(
      "ffmpeg", "-v", "info", "-i", source, "-i", output, "-lavfi", "[0:v][1:v]psnr", "-f", "null",
      "-")
    let value = likeness.errors.components(separatedBy: "PSNR y:").last?.prefix { $0 != " " }
    #expect(Double(value ?? "").map { $0 > 32 } ?? false, "\(likeness.errors)")
  }

  @Test func aSizeIsKept() throws {
    let source = try movie(seconds: 3, noise: true)
    for most in [200_000, 100_000] {
      let output = folder.path("\(most).mp4")
      let result = try Program.boxwalk(
        "transcode", source, "-o", output, "--max-file-size", "\(most / 1000)K", "--speed", "fast")
      #expect(result.code == 0 && result.errors.contains("so that it fits"), "\(result.errors)")
      let size = try #require(FileManager.default.attributesOfItem(atPath: output)[.size] as? Int)
      #expect(size <= most && size > most / 2, "\(size)")
    }
    let none = try Program.boxwalk(
      "transcode", source, "-o", folder.path("none.mp4"), "--max-file-size", "1K")
    #expect(none.code == 2 && none.errors.contains("more than --max-file-size allows"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.mp4")))
    // A movie that is small enough already is not changed.
    let same = try Program.boxwalk(
      "transcode", source, "-o", folder.path("same.mp4"), "--max-file-size", "1G")
    #expect(same.code == 0 && same.output.contains("copied"), "\(same.output)")
  }

  @Test(arguments: ["compatible", "hevc"])
  func aRateIsKept(_ preset: String) throws {
    let (source, output) = (try movie(seconds: 6, noise: true), folder.path("a.mp4"))
    #expect(Double(try entries(source, "stream=bit_rate")).map { $0 > 600_000 } ?? false)
    let result = try Program.boxwalk(
      "transcode", source, "-o", output, "--max-rate", "300K", "-p", preset, "--speed", "fast")
    #expect(result.code == 0, "\(result.errors)")
    // A second more than six is in the buffer of a player.
    #expect(Double(try entries(output, "stream=bit_rate")).map { $0 < 360_000 } ?? false)
  }

  @Test func aMovieThatDoesNotBecomeSmallerIsNamed() throws {
    let path = folder.path("little.mp4")
    try ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=20:duration=1", "-c:v", "libx264", "-crf",
      "45", "-preset", "slow", path)
    for (quality, isNamed) in [([], true), (["-q", "10"], false)] as [([String], Bool)] {
      let result = try Program.boxwalk(
        ["transcode", path, "-o", folder.path("small.mp4"), "-f", "-p", "small"] + quality)
      #expect(result.code == 0)
      #expect(result.errors.contains("is not smaller than its original") == isNamed)
    }
  }

  @Test func onlyOneTrackIsCoded() throws {
    let (source, output) = (Program.sample("clip-hevc.mov"), folder.path("a.mov"))
    let sound = ["packet=pts,size", "-select_streams", "a"]
    let result = try Program.boxwalk(
      "transcode", source, "-o", output, "--track", "1", "--audio", "aac", "--speed", "fast")
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      try entries(output, sound[0], sound[1], sound[2])
        == entries(source, sound[0], sound[1], sound[2]))
    #expect(try entries(output, "stream=codec_name", "-select_streams", "v") == "h264")
    let none = try Program.boxwalk("transcode", source, "-o", output, "-f", "--track", "7")
    #expect(none.code == 2 && none.errors.contains("has no track 7"), "\(none.errors)")
  }

  @Test func soundIsLeftAlone() throws {
    let (source, output) = (Program.sample("clip-hevc.mov"), folder.path("a.mov"))
    let result = try Program.boxwalk("transcode", source, "-o", output, "-p", "audio")
    #expect(result.code == 0 && result.errors.contains("without video"), "\(result.errors)")
    #expect(try entries(output, "stream=codec_type") == "audio")
    #expect(
      try entries(output, "packet=pts,size", "-select_streams", "a")
        == entries(source, "packet=pts,size", "-select_streams", "a"))
    let tags = ["-s", "-s", "-s", "-CreateDate", "-GPSCoordinates"]
    #expect(
      try Program.other("exiftool", tags + [output]).output
        == Program.other("exiftool", tags + [source]).output)
    let picture = try movie(seconds: 1)
    #expect(try Program.boxwalk("transcode", picture, "-o", output, "-f", "-p", "audio").code == 2)
  }

  @Test func metadataIsLeftOut() throws {
    let source = Program.sample("clip-hevc.mov")
    let arguments = ["-s", "-s", "-s", "-ee", "-GPSCoordinates", "-LocationInformation"]
    #expect(try Program.other("exiftool", arguments + [source]).output.isEmpty == false)
    for preset in ["compatible", "passthrough"] {
      let output = folder.path("\(preset).mov")
      let result = try Program.boxwalk(
        "transcode", source, "-o", output, "-p", preset, "--strip", "location", "--speed", "fast")
      #expect(result.code == 0 && result.errors.contains("removed: "), "\(result.errors)")
      #expect(try Program.other("exiftool", arguments + [output]).output == "")
      #expect(try entries(output, "format_tags=creation_time") != "")
    }
  }

  /// All metadata is gone from what encoders write, too.
  @Test(arguments: [
    ("clip-hevc.mov", "compatible", "mp4"), ("clip-h264.mp4", "hevc", "mov"),
    ("clip-hevc.mov", "audio", "m4a"),
  ])
  func nothingIsLeftToStrip(source: String, preset: String, form: String) throws {
    let (output, again) = (folder.path("stripped.\(form)"), folder.path("again.\(form)"))
    let result = try Program.boxwalk(
      "transcode", Program.sample(source), "-o", output, "-p", preset, "--strip", "all",
      "--speed", "fast")
    #expect(result.code == 0 && result.errors.contains("removed: "), "\(result.errors)")
    let second = try Program.boxwalk("strip", "all", output, "-o", again)
    #expect(second.output.contains("there is nothing to change"), "\(second.output)")
  }

  /// HEVC under its other name needs another name, and no coding.
  @Test func otherNamesOfHEVCAreChanged() throws {
    let (source, output) = (folder.path("hev1.mp4"), folder.path("hvc1.mp4"))
    try ffmpeg("-i", Program.sample("clip-hevc.mov"), "-c", "copy", "-tag:v", "hev1", source)
    let result = try Program.boxwalk("transcode", source, "-o", output, "-p", "hevc")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try entries(source, "stream=codec_tag_string", "-select_streams", "v") == "hev1")
    #expect(try entries(output, "stream=codec_tag_string", "-select_streams", "v") == "hvc1")
    for kind in ["v", "a"] {
      let hashes = ["packet=pts,data_hash", "-show_data_hash", "MD5", "-select_streams", kind]
      #expect(
        try entries(output, hashes[0], hashes[1], hashes[2], hashes[3], hashes[4])
          == entries(source, hashes[0], hashes[1], hashes[2], hashes[3], hashes[4]))
    }
  }

  /// Browsers refuse a sample entry without a size, which others take from the bitstream.
  @Test func anEntryWithoutASizeGetsOne() throws {
    let (source, output) = (folder.path("none.mp4"), folder.path("some.mp4"))
    let entry = "moov/trak/mdia/minf/stbl/stsd/avc1"
    let made = try Program.boxwalk(
      "set", "\(entry).width=0", "--also", "\(entry).height=0", Program.sample("clip-h264.mp4"),
      "-o", source)
    #expect(made.code == 0, "\(made.errors)")
    let result = try Program.boxwalk("transcode", source, "-o", output, "--speed", "fast")
    #expect(result.code == 0 && result.output.contains("640 × 480"), "\(result.errors)")
    let header = try Program.boxwalk("inspect", output, "--path", "moov/trak/tkhd")
    #expect(header.output.contains("width = 640\n"), "\(header.output)")
  }

  @Test func tracksWithoutSamplesAreNoMovie() throws {
    let (source, output) = (folder.path("cut.mov"), folder.path("a.mov"))
    let data = try Data(
      contentsOf: URL(fileURLWithPath: Program.sample("clip-hevc-fragmented.mp4")))
    let end = try #require(data.range(of: Data("moof".utf8))).lowerBound - 4
    try data.prefix(end).write(to: URL(fileURLWithPath: source))
    let result = try Program.boxwalk("transcode", source, "-o", output)
    #expect(
      result.code == 2 && result.errors.contains("initialization segment"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func otherContainersAreRefused() throws {
    let result = try Program.boxwalk(
      "transcode", Program.sample("clip-hevc.mov"), "-o", folder.path("a.mkv"))
    #expect(
      result.code == 64 && result.errors.contains("boxwalk remux writes .mkv"), "\(result.errors)")
  }
}
