import Foundation
import TestSupport
import Testing

/// `boxwalk live check` and `boxwalk live make` report the properties of a movie that Photos may refuse, for movies of
/// FFmpeg.
@Suite struct LiveMediaTests {
  private func movie(_ arguments: [String], in folder: Folder, seconds: Double = 1) throws -> String
  {
    let path = folder.path("clip.mov")
    let result = try Program.other(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=192x144:r=30:d=\(seconds)"]
        + ["-f", "lavfi", "-i", "sine=f=440:d=\(seconds)"] + arguments + [path])
    #expect(result.code == 0, "\(result.errors)")
    return path
  }

  private static let h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p"]
  private static let aac = ["-c:a", "aac"]

  /// It is made, with a warning; the check of the output has the same one.
  private func expectWarning(_ words: String, _ movie: String, in folder: Folder) throws {
    let output = folder.path("new")
    let made = try Program.boxwalk(
      "live", "make", Program.sample("meadow.jpg"), movie, "-o", output)
    #expect(made.code == 1 && made.output.contains("the movie has \(words)"), "\(made.output)")
    let check = try Program.boxwalk("live", "check", output)
    #expect(
      check.code == 1 && check.output.contains("warning: the movie has \(words)"),
      "\(check.output)")
  }

  @Test(
    .needs(encoders: "libx264", "libx265"),
    arguments: [
      ("video of 4:2:2", ["-c:v", "libx264", "-pix_fmt", "yuv422p"]),
      ("video of 4:4:4", ["-c:v", "libx264", "-pix_fmt", "yuv444p"]),
      (
        "video of 4:2:2",
        [
          "-c:v", "libx265", "-tag:v", "hvc1", "-pix_fmt", "yuv422p", "-x265-params",
          "log-level=error",
        ]
      ), ("video of Apple ProRes ('apcn')", ["-c:v", "prores_ks", "-profile:v", "2"]),
    ])
  func unusualVideo(words: String, arguments: [String]) throws {
    let folder = try Folder()
    let movie = try movie(arguments + LiveMediaTests.aac, in: folder)
    try expectWarning(words + ", which Photos may refuse", movie, in: folder)
  }

  @Test(
    .needs(encoders: "libx264", "libmp3lame"),
    arguments: [
      ("PCM audio of 24 bits", "pcm_s24le"), ("PCM audio of 32 bits", "pcm_f32le"),
      ("audio of MP3", "libmp3lame"), ("audio of ALAC", "alac"), ("audio of AC-3", "ac3"),
    ])
  func unusualAudio(words: String, codec: String) throws {
    let folder = try Folder()
    let movie = try movie(LiveMediaTests.h264 + ["-c:a", codec], in: folder)
    try expectWarning(words + ", which Photos may refuse", movie, in: folder)
  }

  @Test(.needs(encoders: "libx264")) func usualMediaAreNotNamed() throws {
    for sound in ["aac", "pcm_s16le", "pcm_s16be"] {
      let folder = try Folder()
      let movie = try movie(LiveMediaTests.h264 + ["-c:a", sound], in: folder)
      let made = try Program.boxwalk(
        "live", "make", Program.sample("meadow.jpg"), movie, "-o", folder.path("new"))
      #expect(made.code == 0, "\(sound): \(made.output)")
    }
  }

  @Test(.needs(encoders: "libx264")) func aLongMovieIsDoubtful() throws {
    let folder = try Folder()
    let movie = try movie(LiveMediaTests.h264 + LiveMediaTests.aac, in: folder, seconds: 6)
    let made = try Program.boxwalk(
      "live", "make", Program.sample("meadow.jpg"), movie, "-o", folder.path("new"))
    #expect(
      made.code == 1 && made.output.contains("the movie lasts 6.0 s; those of phones last up to"),
      "\(made.output)")
  }

  @Test(.needs(encoders: "libx264")) func oneFrameDoesNotMove() throws {
    let folder = try Folder()
    let movie = try movie(LiveMediaTests.h264 + ["-frames:v", "1", "-an"], in: folder)
    let made = try Program.boxwalk(
      "live", "make", Program.sample("meadow.jpg"), movie, "-o", folder.path("new"))
    #expect(
      made.code == 1 && made.output.contains("the movie shows a single frame"), "\(made.output)")
  }

  /// No Live Photo is made of a movie that cannot be played.
  private func expectRefusal(_ words: String, _ movie: Data, in folder: Folder) throws {
    let path = try folder.write(movie, to: "broken.mov")
    let output = folder.path("new")
    let made = try Program.boxwalk(
      "live", "make", Program.sample("meadow.jpg"), path, "-o", output)
    #expect(made.code == 2 && made.errors.contains(words), "\(made.output)\(made.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    let check = try Program.boxwalk("live", "check", Program.sample("meadow.jpg"), path)
    #expect(
      check.code == 2 && check.output.contains("error: the movie \(words)"), "\(check.output)")
  }

  private var clip: Data {
    get throws { try Data(contentsOf: URL(fileURLWithPath: Program.sample("clip-h264.mp4"))) }
  }

  @Test func aTrackWithoutSampleEntryIsRefused() throws {
    var bytes = try clip
    let entry = try #require(bytes.range(of: Data("stsd".utf8)))
    bytes.replaceSubrange(entry, with: Data("skip".utf8))
    try expectRefusal("has track 1 without a sample entry (stsd)", bytes, in: Folder())
  }

  /// All durations are zero: those of the movie, its tracks, their media, and each sample.
  @Test func aMovieWithoutLengthIsRefused() throws {
    let folder = try Folder()
    let path = try folder.write(clip, to: "clip.mp4")
    for change in [
      "moov/mvhd.duration=0", "moov/trak[0]/mdia/mdhd.duration=0",
      "moov/trak[1]/mdia/mdhd.duration=0",
    ] {
      let result = try Program.boxwalk("set", change, path, "--in-place", "--force")
      #expect(result.code <= 1, "\(result.errors)")
    }
    for box in ["moov/trak[0]/edts", "moov/trak[1]/edts"] {
      _ = try Program.boxwalk("remove", box, path, "--in-place", "--force")
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var start = bytes.startIndex
    while let table = bytes.range(of: Data("stts".utf8), in: start..<bytes.endIndex) {
      let count = bytes[table.upperBound + 4..<table.upperBound + 8].reduce(0) { $0 << 8 | Int($1) }
      for row in 0..<count {
        let offset = table.upperBound + 12 + row * 8
        bytes.replaceSubrange(offset..<offset + 4, with: Data(count: 4))
      }
      start = table.upperBound
    }
    try expectRefusal("has a length of zero", bytes, in: folder)
  }
}
