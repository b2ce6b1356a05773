import Foundation
import TestSupport
import Testing

@Suite struct ExtractTests {
  private let photo = Program.sample("landscape-tiled.heic")
  private let movie = Program.sample("clip-hevc.mov")

  @Test func withoutAChoiceItListsWhatThereIs() throws {
    let result = try Program.boxwalk("extract", photo)
    #expect(result.code == 0)
    #expect(result.output.contains("--aux depth "))
    #expect(result.output.contains(".hevc  HEVC image, 512 × 512\n"))
    #expect(result.output.contains("grid of tiles, 4032 × 3024, the primary item\n"))
    let json = try Program.boxwalk("extract", movie, "--json")
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    let object = try #require(document as? [String: Any])
    #expect(object["schema"] as? String == "boxwalk.extract/1")
    let parts = try #require(object["parts"] as? [[String: Any]])
    #expect(
      parts.map { $0["options"] as? [String] } == [
        ["--config"], ["--track", "1"], ["--track", "2"],
      ])
    #expect(parts.last?["extension"] as? String == "aac")
  }

  /// FFmpeg decodes the same pictures and the same audio from a stream as from the movie.
  @Test(
    .needs("ffmpeg"),
    arguments: [
      ("clip-hevc.mov", "1", "hevc"), ("clip-hevc-fragmented.mp4", "1", "hevc"),
      ("clip-h264.mp4", "1", "h264"), ("clip-h264-fragmented.mov", "1", "h264"),
      ("clip-hevc.mov", "2", "aac"), ("clip-h264-fragmented.mov", "2", "aac"),
    ])
  func tracksDecodeAsTheyDoInTheMovie(_ name: String, _ track: String, _ format: String) throws {
    let folder = try Folder()
    let stream = folder.path("stream")
    let result = try Program.boxwalk(
      "extract", Program.sample(name), "--track", track, "-o", stream)
    #expect(result.code == 0)
    #expect(folder.names == ["stream"])
    // Tracks have the numbers 1 and 2, and FFmpeg counts from 0.
    let movie = [
      "-noautorotate", "-ignore_editlist", "1", "-i", Program.sample(name), "-map",
      "0:\((Int(track) ?? 1) - 1)",
    ]
    let expected = try hashes(movie)
    #expect(expected.count >= 75)
    #expect(try hashes(["-f", format, "-i", stream]) == expected)
  }

  /// FFmpeg reads AVIF itself.
  @Test(.needs("ffmpeg")) func anAV1ItemDecodesAsItDoesInTheFile() throws {
    let folder = try Folder()
    let (avif, stream) = (Program.sample("coast.avif"), folder.path("coast.obu"))
    #expect(try Program.boxwalk("extract", avif, "--item", "1", "-o", stream).code == 0)
    let expected = try hashes(["-i", avif])
    #expect(expected.count == 1)
    #expect(try hashes(["-f", "obu", "-i", stream]) == expected)
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      (["--item", "1"], "hevc,512,512"), (["--thumbnail"], "hevc,320,240"),
      (["--aux", "depth"], "hevc,768,576"),
    ])
  func imagesAreStreamsOfTheirSize(_ options: [String], _ expected: String) throws {
    let folder = try Folder()
    let stream = folder.path("image.hevc")
    #expect(try Program.boxwalk(["extract", photo] + options + ["-o", stream]).code == 0)
    let probe = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of",
      "csv=p=0", stream)
    #expect(probe.output == expected + "\n")
    #expect(try hashes(["-f", "hevc", "-i", stream]).count == 1)
  }

  /// The hash of each frame.
  private func hashes(_ input: [String]) throws -> [String] {
    let arguments =
      ["-v", "error", "-nostdin"] + input + ["-f", "framehash", "-hash", "md5", "-"]
    let result = try Program.other("ffmpeg", arguments)
    #expect(result.errors.isEmpty)
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last.map(String.init) }
  }

  /// Subtitles become a file that players read, with the times of the movie; the names of other files are refused.
  @Test(.needs("ffmpeg")) func subtitlesAreSubRip() throws {
    let folder = try Folder()
    let texts =
      "1\n00:00:00,500 --> 00:00:01,250\nOne & <i>two</i>\n\n2\n00:00:01,500 --> 00:00:02,000\nThree\n\n"
    let source = try folder.write(Data(texts.utf8), to: "in.srt")
    let movie = folder.path("a.mp4")
    let made = try Program.other(
      "ffmpeg", ["-v", "error", "-i", source, "-c:s", "mov_text", movie])
    #expect(made.code == 0, "\(made.errors)")
    let output = folder.path("out.srt")
    let result = try Program.boxwalk("extract", movie, "--track", "1", "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try String(contentsOfFile: output, encoding: .utf8) == texts)
    let web = try Program.boxwalk(
      "extract", movie, "--track", "1", "-o", folder.path("out.vtt"))
    let text = try String(contentsOfFile: folder.path("out.vtt"), encoding: .utf8)
    #expect(web.code == 0 && text.contains("00:00:00.500 --> 00:00:01.250\nOne &amp; <i>two</i>"))
    let refused = try Program.boxwalk(
      "extract", movie, "--box", "moov", "-o", folder.path("a.jpg"))
    #expect(refused.code == 2 && refused.errors.contains("of another kind"), "\(refused)")
  }

  @Test(.needs("exiftool")) func exifToolReadsTheSameExif() throws {
    let folder = try Folder()
    let tiff = folder.path("exif.tif")
    #expect(try Program.boxwalk("extract", photo, "--exif", "-o", tiff).code == 0)
    let tags = ["-s", "-G0", "-EXIF:all", "-MakerNotes:all"]
    let inside = try Program.other("exiftool", tags + [photo])
    let outside = try Program.other("exiftool", tags + [tiff])
    #expect(inside.output.split(separator: "\n").count > 20)
    #expect(outside.output == inside.output)
  }

  @Test(.needs("exiftool")) func exifToolFindsTheSameXMPAndProfile() throws {
    let folder = try Folder()
    for (option, tag) in [("--xmp", "-XMP"), ("--icc", "-ICC_Profile")] {
      let (ours, theirs) = (folder.path("ours"), folder.path("theirs"))
      #expect(try Program.boxwalk("extract", photo, option, "-f", "-o", ours).code == 0)
      _ = try Program.other("exiftool", "-b", tag, photo, "-w+!", folder.path("theirs%0f"))
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: ours))
          == Data(contentsOf: URL(fileURLWithPath: theirs)))
      try FileManager.default.removeItem(atPath: theirs)
    }
  }

  @Test func aBoxIsCutOut() throws {
    let folder = try Folder()
    let box = folder.path("box")
    let whole = folder.path("whole")
    #expect(try Program.boxwalk("extract", movie, "--box", "moov/mvhd", "-o", box).code == 0)
    #expect(
      try Program.boxwalk("extract", movie, "--box", "moov/mvhd", "--whole", "-o", whole).code
        == 0)
    let data = try Data(contentsOf: URL(fileURLWithPath: whole))
    #expect(data.prefix(8) == Data([0, 0, 0, 108]) + Data("mvhd".utf8))
    #expect(try Data(contentsOf: URL(fileURLWithPath: box)) == data.dropFirst(8))
  }

  @Test func aPartGoesToStandardOutput() throws {
    let input = try Data(contentsOf: URL(fileURLWithPath: photo))
    let result = try Program.boxwalk(["extract", "-", "--xmp", "-o", "-"], input: input)
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("<"))
    #expect(result.output.contains("</x:xmpmeta>"))
  }

  @Test func noFileIsReplacedUnasked() throws {
    let folder = try Folder()
    let path = try folder.write(Data("mine".utf8), to: "mine")
    let refused = try Program.boxwalk("extract", photo, "--xmp", "-o", path)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("exists; --force replaces it"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
    #expect(try Program.boxwalk("extract", photo, "--xmp", "-o", path, "--force").code == 0)
    #expect(try Program.boxwalk("extract", photo, "--xmp", "-o", photo, "--force").code == 2)
    let device = try Program.boxwalk("extract", photo, "--xmp", "-o", "/dev/null", "--force")
    #expect(device.code == 2)
    #expect(device.errors.contains("is not a regular file, and cannot be replaced"))
  }

  @Test func aPartThatIsNotWholeIsNoFile() throws {
    let folder = try Folder()
    let data = try Data(contentsOf: URL(fileURLWithPath: photo))
    let cut = try folder.write(data.prefix(100_000), to: "cut.heic")
    let result = try Program.boxwalk("extract", cut, "--item", "30", "-o", folder.path("tile"))
    #expect(result.code == 2)
    #expect(result.errors.contains("item 30"))
    #expect(folder.names == ["cut.heic"])
    #expect(try Program.boxwalk("extract", cut, "--item", "1", "-o", folder.path("tile")).code == 0)
    #expect(try Program.boxwalk("extract", photo, "--item", "999", "-o", "-").code == 2)
    #expect(try Program.boxwalk("extract", Program.sample("meadow.jpg")).code == 2)
  }

  @Test func choicesThatContradictEachOtherAreRefused() throws {
    for options in [
      ["--exif", "--xmp", "-o", "-"], ["--item", "1", "--track", "1", "-o", "-"], ["--exif"],
      ["--whole"], ["-o", "-"], ["--box", "x", "-o", "-"], ["--exif", "--json", "-o", "-"],
      ["--track", "1", "--exif", "-o", "-"],
    ] {
      #expect(try Program.boxwalk(["extract", photo] + options).code == 64, "\(options)")
    }
  }
}
