import Foundation
import TestSupport
import Testing

/// Movies of many kinds that are re-encoded, as ffmpeg made them and sees them afterwards.
@Suite(.needs("ffprobe", "ffmpeg"), .needs(encoders: "libx264", "libx265"))
struct TranscodeSourcesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func make(_ name: String, _ arguments: [String]) throws -> String {
    let path = folder.path(name)
    let made = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  /// What ffprobe says of packets, in the order in which they are shown.
  private func packets(
    _ path: String, _ kind: String = "v", _ entries: String = "pts_time"
  ) throws -> [String] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", kind, "-show_entries", "packet=\(entries)",
      "-of", "csv=p=0", path
    ).output.split(separator: "\n").map(String.init).sorted()
  }

  private func convert(_ path: String, _ options: String...) throws -> (Program.Result, String) {
    let output = folder.path("converted-" + (path.split(separator: "/").last ?? ""))
    return (
      try Program.boxwalk(["transcode", path, "-o", output, "--speed", "fast"] + options), output
    )
  }

  private static let pictures = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=10:duration=1"]

  /// What `mp4v` is, the elementary stream descriptor says; QuickTime has a name for each.
  @Test(arguments: [
    ("mpeg2.mp4", ["-c:v", "mpeg2video"]), ("mpeg1.mp4", ["-c:v", "mpeg1video", "-r", "25"]),
    ("mjpeg.mp4", ["-c:v", "mjpeg"]), ("png.mp4", ["-c:v", "png"]), ("v210.mov", ["-c:v", "v210"]),
    ("2vuy.mov", ["-c:v", "rawvideo", "-pix_fmt", "uyvy422"]),
    ("r210.mov", ["-c:v", "r210", "-pix_fmt", "gbrp10"]), ("tga.mov", ["-c:v", "targa"]),
    ("mpeg2.mov", ["-c:v", "mpeg2video", "-tag:v", "m2v1"]),
  ])
  func eachHasItsDecoder(_ name: String, _ coding: [String]) throws {
    let source = try make(name, Self.pictures + coding)
    let (result, output) = try convert(source)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try packets(output) == packets(source))
  }

  /// The size of a sample of µ-law and A-law is one byte, though 16 bits are stated.
  @Test(arguments: ["pcm_mulaw", "pcm_alaw"], ["1", "2"])
  func samplesOfLogarithmicSound(_ coding: String, _ channels: String) throws {
    let source = try make(
      "sound.mov",
      Self.pictures + [
        "-f", "lavfi", "-i", "sine=r=8000:d=1", "-c:v", "libx265", "-x265-params",
        "log-level=none", "-tag:v", "hvc1", "-c:a", coding, "-ac", channels,
      ])
    #expect(try Program.boxwalk("verify", source, "--quiet").code == 0)
    let (result, output) = try convert(source, "--audio", "keep")
    #expect(result.code == 0, "\(result.errors)")
    let hashes = try [source, output].map {
      try Program.other("ffmpeg", "-v", "error", "-i", $0, "-map", "0:a", "-f", "md5", "-").output
    }
    #expect(hashes[0] == hashes[1])
  }

  /// Encoders have least sizes; that one refuses a picture ends nothing else.
  @Test func tinyPicturesAreRefusedWithTheReason() throws {
    let source = try make(
      "tiny.mov", Self.pictures + ["-vf", "scale=8:8", "-c:v", "mjpeg", "-pix_fmt", "yuvj444p"])
    let (result, output) = try convert(source, "-p", "hevc")
    #expect(result.code == 2 && result.errors.contains("too small"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try convert(source).0.code == 0)
  }

  @Test func sizesBecomeEvenAndThatIsSaid() throws {
    let source = try make("odd.mov", Self.pictures + ["-vf", "scale=101:57", "-c:v", "png"])
    let (result, _) = try convert(source)
    #expect(
      result.code == 0 && result.errors.contains("101 × 57 became 100 × 56"), "\(result.errors)")
  }

  /// A track that players pass over is coded where that is asked for.
  @Test func disabledTracksAreCodedIfAskedFor() throws {
    let source = try make(
      "two.mp4",
      Self.pictures + Self.pictures + [
        "-map", "0", "-map", "1", "-c:v", "mpeg4",
      ])
    let codings = { (path: String) in
      try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", path
      ).output.split(separator: "\n").map(String.init)
    }
    #expect(try codings(convert(source).1) == ["h264", "mpeg4"])
    try FileManager.default.removeItem(atPath: folder.path("converted-two.mp4"))
    #expect(try codings(convert(source, "--track", "2").1) == ["mpeg4", "h264"])
  }

  /// Players begin with the first sample of an edit, however late it is composed.
  @Test func aLateStartStaysLate() throws {
    let source = try make(
      "late.mp4",
      Self.pictures + [
        "-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:v", "libx265", "-x265-params",
        "log-level=none:bframes=3", "-tag:v", "hvc1", "-c:a", "aac", "-use_editlist", "0",
      ])
    let (result, output) = try convert(source)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try packets(source).first != "0.000000")
    #expect(try packets(output) == packets(source))
    #expect(try packets(output, "a") == packets(source, "a"))
  }

  /// Samples whose place is behind the end of the file, though no box is cut off.
  @Test func whatIsThereIsCoded() throws {
    let source = try make("whole.mp4", Self.pictures + ["-c:v", "mpeg4", "-g", "5"])
    let broken = folder.path("broken.mp4")
    var data = try Data(contentsOf: URL(fileURLWithPath: source))
    // The type is followed by version, flags, the size of all samples, and their number.
    let sizes = try #require(data.range(of: Data("stsz".utf8))).upperBound + 12
    data.replaceSubrange(sizes + 9 * 4..<sizes + 10 * 4, with: [0, 0x80, 0, 0])
    try data.write(to: URL(fileURLWithPath: broken))
    let (result, output) = try convert(broken)
    #expect(result.code == 1 && result.errors.contains("9 of 10 samples"), "\(result.errors)")
    #expect(try packets(output).count == 9)
  }

  /// However long a movie is: encoders keep pictures for as long as they look ahead.
  @Test(.needs("python3")) func largePicturesTakeLittleMemory() throws {
    let source = try make(
      "large.mov",
      [
        "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=1.6", "-pix_fmt",
        "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none",
        "-tag:v", "hvc1",
      ])
    let program = Program.products.appendingPathComponent("boxwalk").path
    let measured = try Program.other(
      "python3", "-c",
      """
      import resource, subprocess, sys
      code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
      print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // (1024 if sys.platform == "linux" else 1 << 20))
      """,
      program, "transcode", source, "-o", folder.path("small.mov"), "--threads", "2")
    let numbers = measured.output.split(separator: " ").compactMap {
      Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    try #require(numbers.count == 2 && numbers[0] == 0, "\(measured.output) \(measured.errors)")
    #expect(numbers[1] < 250)
  }

  @Test(.needsMedia) func coloursOfDolbyVisionAreNotMadeUp() throws {
    let source = try #require(MediaFolder.path) + "/mp4/fate/dovi-p5.mp4"
    let (result, output) = try convert(source)
    #expect(result.code == 2 && result.errors.contains("green and purple"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    let (kept, copy) = try convert(source, "-p", "passthrough")
    #expect(kept.code == 0, "\(kept.errors)")
    #expect(try packets(copy, "v", "data_hash").count == packets(source, "v", "data_hash").count)
  }

  /// What it says besides is the same as of a file without free space behind its sample entries.
  @Test(.needsMedia) func freeSpaceIsNoSampleEntry() throws {
    let source = try #require(MediaFolder.path) + "/mp4/example-sans-amf0.mp4"
    let (result, _) = try convert(source)
    #expect(result.code == 0 && result.output.contains("copied"), "\(result.errors)")
  }
}
