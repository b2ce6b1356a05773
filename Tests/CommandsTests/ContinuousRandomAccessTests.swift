import Foundation
import TestSupport
import Testing

/// Parts of movies that begin with pictures of clean random access (CRA), in containers and streams that have no edit
/// lists, as ffmpeg reads them.
@Suite(
  .needs("ffmpeg", "ffprobe"),
  .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct ContinuousRandomAccessTests {
  private let folder: Folder
  /// Each part begins within a group of pictures, in milliseconds and in ticks of 1/15,360 s.
  private let parts: [(length: Int, start: Int)] = [(600, 20_200), (400, 32_000), (400, 17_000)]

  init() throws { folder = try Folder() }

  private struct Picture {
    var time: Double
    var hash: String
  }

  private func pictures(_ path: String, _ options: String...) throws -> [Picture] {
    let result = try Program.other(
      "ffmpeg",
      ["-v", "error", "-noautorotate", "-copyts"] + options + [
        "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "1:90000", "-f",
        "framemd5", "-",
      ])
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").compactMap { line in
      let values = line.split(separator: ",").map { $0.filter { $0 != " " } }
      guard values.count > 5, let ticks = Double(values[2]) else { return nil }
      return Picture(time: ticks / 90_000, hash: values[5])
    }.sorted { $0.time < $1.time }
  }

  /// A movie of the pictures whose edit list shows the parts.
  private func movie(of source: String) throws -> String {
    var rows = "00000000" + hexadecimal(parts.count)
    for part in parts { rows += hexadecimal(part.length) + hexadecimal(part.start) + "00010000" }
    let size = rows.count / 2 + 8
    let edits = hexadecimal(size + 8) + "65647473" + hexadecimal(size) + "656c7374" + rows
    let (bare, movie) = (folder.path("bare.mov"), folder.path("parts.mov"))
    #expect(
      try Program.boxwalk("track", Program.sample(source), "--keep", "1", "-o", bare).isDone)
    #expect(try Program.boxwalk("remove", "moov/trak/edts", bare, "--in-place").isDone)
    #expect(try Program.boxwalk("insert", "moov/trak", bare, "--hex", edits, "-o", movie).isDone)
    return movie
  }

  private func hexadecimal(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private func made(_ movie: String, as container: String) throws -> String {
    guard container != "hls" else {
      let result = try Program.boxwalk("hls", movie, "-o", folder.path("stream"))
      #expect(result.code <= 1, "\(result.errors)")
      return folder.path("stream/multivariant.m3u8")
    }
    let path = folder.path("made." + container)
    let result = try Program.boxwalk("remux", movie, "-o", path)
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.errors.contains("frames behind parts of track 1 are hidden"))
    // Not every ffmpeg reads HEVC in FLV.
    guard container == "flv" else { return path }
    let back = folder.path("back.mp4")
    #expect(try Program.boxwalk("remux", path, "-o", back).isDone)
    return back
  }

  /// A decoder would take pictures of one part for those of another. Media that two parts need is there twice.
  @Test(arguments: ["mkv", "ts", "flv", "hls"])
  func picturesAreThoseOfTheParts(_ container: String) throws {
    let movie = try movie(of: "clip-hevc.mov")
    let before = try Data(contentsOf: URL(fileURLWithPath: movie))
    let all = try pictures(movie, "-ignore_editlist", "1")
    var expected: [Picture] = []
    var start = 0.0
    for part in parts {
      let (from, length) = (Double(part.start) / 15_360, Double(part.length) / 1000)
      for (picture, next) in zip(all, all.dropFirst())
      where next.time > from + 0.0025 && picture.time < from + length - 0.0025 {
        expected.append(
          Picture(time: start + max(0, picture.time - from), hash: picture.hash))
      }
      start += length
    }
    let decoded = try pictures(made(movie, as: container))
    let shown =
      zip(decoded, decoded.dropFirst()).filter { $1.time - $0.time > 0.0021 }.map(\.0)
      + decoded.suffix(1)
    let first = try #require(
      shown.indices.first { index in
        shown[index...].prefix(expected.count).map(\.hash) == expected.map(\.hash)
      }, "\(shown.count) of \(decoded.count) pictures, \(expected.count) expected")
    let delay = shown[first].time - expected[0].time
    for (picture, wanted) in zip(shown[first...], expected) {
      #expect(abs(picture.time - delay - wanted.time) < 0.0015)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: movie)) == before)
  }

  /// In AVC, no type of a unit says that another sequence begins: such parts are refused, with the reason.
  @Test(.needs(encoders: "libx264"), arguments: ["mkv", "hls"])
  func partsWithoutStartAreRefused(_ container: String) throws {
    let open = folder.path("open.mp4")
    let coded = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=30:d=3", "-c:v",
      "libx264", "-x264-params", "open-gop=1:keyint=20:min-keyint=20:scenecut=0", open)
    try #require(coded.code == 0, "\(coded.errors)")
    // Without the first group, no part begins with a picture before which decoders forget all others.
    var cuts: [String] = []
    for (from, to) in [("1.5", "2.0"), ("2.2", "2.6")] {
      cuts.append(folder.path(from + ".mp4"))
      #expect(
        try Program.boxwalk("trim", open, "--from", from, "--to", to, "-o", cuts.last ?? "").isDone)
    }
    let joined = folder.path("joined.mp4")
    #expect(try Program.boxwalk(["join"] + cuts + ["-o", joined]).isDone)
    let output = folder.path("out" + (container == "hls" ? "" : "." + container))
    let result =
      container == "hls"
      ? try Program.boxwalk("hls", joined, "-o", output)
      : try Program.boxwalk("remux", joined, "-o", output)
    #expect(result.code == 2, "\(result.output)")
    #expect(
      result.errors.contains("frames that cannot be decoded first"),
      "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }
}
