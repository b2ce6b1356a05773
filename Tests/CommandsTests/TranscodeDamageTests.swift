import Foundation
import TestSupport
import Testing

/// Movies with some damaged samples: complete pictures are in the output, and the others are reported.
@Suite(.needs("ffprobe", "ffmpeg"), .needs(encoders: "libx264", "libx265"))
struct TranscodeDamageTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A movie of key frames and of pictures that refer only to them, ten in a group.
  private func movie(_ encoder: String, _ options: [String]) throws -> String {
    let path = folder.path("whole-\(encoder).mp4")
    let made = try Program.other(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=10:duration=3"]
        + ["-pix_fmt", "yuv420p", "-c:v", encoder, "-preset", "ultrafast", "-g", "10", "-bf", "0"]
        + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  /// The same with other bytes in the middle of some samples, which count from 0.
  private func damaged(_ path: String, _ samples: [Int], _ bytes: [UInt8]) throws -> String {
    let packets = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pos,size", "-of",
      "csv=p=0", path
    ).output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    for sample in samples {
      let (size, position) = (packets[sample][0], packets[sample][1])
      let start = position + size / 2
      let count = min(bytes.count, size - size / 2)
      data.replaceSubrange(start..<start + count, with: bytes.prefix(count))
    }
    let output = folder.path("damaged-" + (path.split(separator: "/").last ?? ""))
    try data.write(to: URL(fileURLWithPath: output))
    return output
  }

  /// Pictures after the cut refer to it.
  @Test func aLostPictureBeforeTheCutIsNotHidden() throws {
    let path = try movie("libx264", ["-x264-params", "sliced-threads=0"])
    let output = folder.path("cut.mp4")
    func trim(_ path: String) throws -> Program.Result {
      try Program.boxwalk("trim", "--from", "1.55", "--smart", path, "-o", output)
    }
    let result = try trim(damaged(path, [12], TranscodeDamageTests.noise))
    #expect(result.code == 2 && result.errors.contains("cannot be decoded"), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try trim(path).code == 0)
  }

  private static let noise = (1...120).map { UInt8($0 * 97 % 251) | 1 }

  @Test(arguments: [
    ("libx264", ["-x264-params", "sliced-threads=0"], "hevc"),
    (
      "libx265", ["-x265-params", "log-level=none:wpp=0:bframes=0:ctu=16", "-tag:v", "hvc1"],
      "compatible"
    ),
  ])
  func damageIsNamed(_ encoder: String, _ options: [String], _ other: String) throws {
    let whole = try movie(encoder, options)
    for bytes in [[UInt8](repeating: 0, count: 1 << 20), Self.noise] {
      let source = try damaged(whole, [4, 25], bytes)
      let copy = folder.path("copy.mp4")
      let copied = try Program.boxwalk("transcode", source, "-o", copy, "-p", "passthrough", "-f")
      #expect(copied.code == 1)
      #expect(
        copied.errors.contains("2 frames of track 1 are copied with damage: samples 5, 26;"),
        "\(copied.errors)")
      #expect(
        copied.errors.contains("9 other frames may show it, as they are predicted from there")
          && copied.errors.contains("samples 6 to 10, 27 to 30"), "\(copied.errors)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)).count > 1000)

      let output = folder.path("coded.mp4")
      let coded = try Program.boxwalk(
        "transcode", source, "-o", output, "-p", other, "-f", "--speed", "fast")
      #expect(coded.code == 1)
      #expect(
        coded.errors.contains("2 frames of track 1 cannot be decoded: samples 5, 26;"),
        "\(coded.errors)")
      let count = try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "stream=nb_frames", "-of", "csv=p=0", output
      ).output
      #expect(count == "28\n")
    }
  }

  @Test func copiesOfWholeMoviesAreSilent() throws {
    let source = try movie("libx264", [])
    let result = try Program.boxwalk(
      "transcode", source, "-o", folder.path("copy.mp4"), "-p", "passthrough")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test func nothingIsDecodedWhereThatIsNotWanted() throws {
    let source = try damaged(movie("libx264", []), [4], Self.noise)
    let result = try Program.boxwalk(
      "transcode", source, "-o", folder.path("copy.mp4"), "-p", "passthrough", "--unchecked")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  /// Pictures that cannot be decoded can be copied.
  @Test func picturesWithoutADecoderAreCopied() throws {
    let source = try movie("libx264", [])
    var data = try Data(contentsOf: URL(fileURLWithPath: source))
    let entry = try #require(data.range(of: Data("avc1".utf8), options: .backwards))
    data.replaceSubrange(entry, with: "what".utf8)
    let other = folder.path("other.mp4")
    try data.write(to: URL(fileURLWithPath: other))
    let result = try Program.boxwalk(
      "transcode", other, "-o", folder.path("copy.mp4"), "-p", "passthrough")
    #expect(
      result.code == 0 && result.errors.contains("are copied without a check"),
      "\(result.errors)")
  }

  @Test(arguments: ["vaapi", "videotoolbox"])
  func enginesThatAreNotThereAreRefused(_ engine: String) throws {
    let result = try Program.boxwalk(
      "transcode", "a.mov", "-o", folder.path("a.mov"), "--engine", engine)
    #expect(
      result.code == 64 && result.errors.contains("--engine \(engine) is not available"),
      "\(result.errors)")
  }

  /// A recording that begins before its first key frame: what is shown first is shown when it was, in players that
  /// begin with the first sample of an edit, too.
  @Test func picturesBeforeTheFirstKeyFrameLeaveAGap() throws {
    let whole = folder.path("whole.mp4")
    let (source, output) = (folder.path("late.mov"), folder.path("out.mov"))
    for arguments in [
      [
        "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30:duration=2", "-f", "lavfi", "-i",
        "sine=duration=2", "-c:v", "libx264", "-g", "15", "-bf", "2", "-c:a", "aac", whole,
      ],
      ["-i", whole, "-ss", "0.2", "-copyinkf", "-c", "copy", source],
    ] {
      let made = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments)
      #expect(made.code == 0, "\(made.errors)")
    }
    func times(_ path: String) throws -> [String] {
      try Program.other(
        "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of",
        "default=nw=1:nk=1", path
      ).output.split(separator: "\n").map(String.init)
    }
    let result = try Program.boxwalk("transcode", source, "-o", output, "-p", "hevc")
    #expect(result.code == 1 && result.errors.contains("cannot be decoded"), "\(result.errors)")
    let shown = try times(output)
    // ffmpeg also shows pictures that refer to what is missing.
    #expect(try shown == times(source).suffix(shown.count), "\(shown)")
    #expect(Double(shown.first ?? "").map { $0 > 0.2 } ?? false && shown.count > 40)
  }

  /// Its media data is zeros after an `mdat` box of no bytes.
  @Test(.needsMedia, arguments: [["transcode"], ["remux"], ["trim", "--to", "5"]])
  func soundThatWasNeverWritten(_ command: [String]) throws {
    let source = try #require(MediaFolder.path) + "/m4a-audio/issue-318.m4a"
    let result = try Program.boxwalk(command + [source, "-o", folder.path("output.m4a")])
    let isTrimmed = command[0] == "trim"
    #expect(result.code == (isTrimmed || command[0] == "transcode" ? 2 : 1))
    let expected = isTrimmed ? "that part is empty" : "0 of 26708 samples are whole"
    #expect((result.errors + result.output).contains(expected), "\(result.errors)")
  }
}
