import Foundation
import TestSupport
import Testing

/// Movies of several parts in containers and streams that have no edit lists, as ffmpeg reads them.
@Suite(
  .needs("ffmpeg", "ffprobe"),
  .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct ContinuousPartsTests {
  private let folder: Folder
  private let source: String

  init() throws {
    folder = try Folder()
    source = Program.sample("clip-h264.mp4")
  }

  private struct Packet {
    var time: Double
    var hash: String
  }

  /// The pictures as they are decoded, with their presentation times.
  private func pictures(_ path: String, _ options: [String] = []) throws -> [Packet] {
    let result = try Program.other(
      "ffmpeg",
      ["-v", "error", "-copyts"] + options + [
        "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "1:90000", "-f",
        "framemd5", "-",
      ])
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").compactMap { line in
      let values = line.split(separator: ",").map { $0.filter { $0 != " " } }
      guard values.count > 5, let ticks = Double(values[2]) else { return nil }
      return Packet(time: ticks / 90_000, hash: values[5])
    }.sorted { $0.time < $1.time }
  }

  private func sound(_ path: String) throws -> [Packet] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "a:0", "-show_data_hash", "MD5",
      "-show_entries", "packet=pts_time,data_hash", "-of", "csv=p=0", path
    )
    // Whether audio is skipped breaks a line in two.
    .output.replacingOccurrences(of: ",\n,", with: ",").split(separator: "\n").compactMap { line in
      let values = line.split(separator: ",")
      guard values.count > 1, let time = Double(values[0]) else { return nil }
      return Packet(time: time, hash: String(values[1]))
    }
  }

  private typealias Cut = (from: Double, to: Double)

  private func joined(_ cuts: [Cut]) throws -> String {
    var parts: [String] = []
    for (number, cut) in cuts.enumerated() {
      parts.append(folder.path("part-\(number).mp4"))
      let result = try Program.boxwalk(
        "trim", source, "--from", "\(cut.from)", "--to", "\(cut.to)", "-o", parts[number])
      #expect(result.isDone, "\(result.errors)")
    }
    let joined = folder.path("joined.mp4")
    let result = try Program.boxwalk(["join"] + parts + ["-o", joined])
    #expect(result.isDone, "\(result.errors)")
    return joined
  }

  private func made(_ joined: String, as container: String) throws -> (path: String, words: String)
  {
    guard container != "hls" else {
      let result = try Program.boxwalk("hls", joined, "-o", folder.path("stream"))
      #expect(result.code <= 1, "\(result.errors)")
      return (folder.path("stream/multivariant.m3u8"), result.errors)
    }
    let path = folder.path("made." + container)
    let result = try Program.boxwalk("remux", joined, "-o", path)
    #expect(result.code <= 1, "\(result.errors)")
    return (path, result.errors)
  }

  /// Pictures and audio of cut movies have the times that the edit list states. The pictures behind the parts, which
  /// have to be decoded, are shown for a moment.
  @Test(arguments: ["mkv", "ts", "flv", "hls"])
  func partsAreInStep(_ container: String) throws {
    let cuts: [Cut] = [(0.35, 1.2), (0.9, 2.1), (0.35, 1.2)]
    let (path, words) = try made(joined(cuts), as: container)
    #expect(words.contains("42 frames behind parts of track 1 are hidden"), "\(words)")
    #expect(words.contains("of the audio of track 2, which is cut between packets"), "\(words)")
    let all = try pictures(source)
    var expected: [Packet] = []
    var starts: [Double] = []
    var start = 0.0
    for cut in cuts {
      for (picture, next) in zip(all, all.dropFirst())
      where next.time > cut.from + 0.001 && picture.time < cut.to - 0.001 {
        expected.append(
          Packet(time: start + max(0, picture.time - cut.from), hash: picture.hash))
      }
      starts.append(start)
      start += cut.to - cut.from
    }
    let decoded = try pictures(path)
    let shown = zip(decoded, decoded.dropFirst()).filter { $1.time - $0.time > 0.0021 }.map(\.0)
    let first = try #require(
      shown.indices.first { index in
        shown[index...].prefix(expected.count).map(\.hash) == expected.map(\.hash)
      }, "\(shown.count) of \(decoded.count) pictures, \(expected.count) expected")
    let delay = shown[first].time - expected[0].time
    for (picture, wanted) in zip(shown[first...], expected) {
      #expect(abs(picture.time - delay - wanted.time) < 0.0015)
    }
    // Packets of MPEG-TS have headers of their own.
    guard container != "ts" else { return }
    let packets = Dictionary(
      try sound(source).map { ($0.hash, $0.time) }, uniquingKeysWith: { first, _ in first })
    var found = 0
    for packet in try sound(path) where packet.time - delay >= 0 {
      let time = try #require(packets[packet.hash])
      #expect(
        zip(starts, cuts).contains { abs($0 + time - $1.from - (packet.time - delay)) < 0.0015 },
        "\(time) at \(packet.time)")
      found += 1
    }
    #expect(abs(found - 136) <= 1)
  }

  /// Whole movies follow each other exactly; the priming of the audio of the second is left out.
  @Test(arguments: ["mkv", "flv", "hls"])
  func wholeMoviesLoseNothing(_ container: String) throws {
    let joined = folder.path("joined.mp4")
    #expect(try Program.boxwalk("join", source, source, "-o", joined).isDone)
    let (path, words) = try made(joined, as: container)
    #expect(!words.contains("not carried over"), "\(words)")
    let one = try pictures(source).map(\.hash)
    #expect(try pictures(path).map(\.hash) == one + one)
    let packets = try sound(source).map(\.hash)
    #expect(try sound(path).map(\.hash) == packets + packets.dropFirst())
    guard container == "hls" else { return }
    for name in ["multivariant.m3u8", "stream.mpd"] {
      let verified = try Program.boxwalk("verify", folder.path("stream/" + name), "--quiet")
      #expect(verified.isDone, "\(verified.output)")
    }
  }

  /// Texts are at the times of the parts that show them, and end with them.
  @Test func textsAreInStep() throws {
    let (cues, movie) = (folder.path("cues.srt"), folder.path("texts.mp4"))
    try Data(
      "1\n00:00:00,200 --> 00:00:01,500\nOne\n\n2\n00:00:01,600 --> 00:00:02,400\nTwo\n".utf8
    ).write(to: URL(fileURLWithPath: cues))
    let muxed = try Program.other(
      "ffmpeg", "-v", "error", "-i", source, "-i", cues, "-map", "0", "-map", "1", "-c", "copy",
      "-c:s", "mov_text", movie)
    #expect(muxed.code == 0, "\(muxed.errors)")
    var parts: [String] = []
    for (number, (from, to)) in [("0.5", "1.0"), ("1.2", "2.0")].enumerated() {
      parts.append(folder.path("\(number).mp4"))
      #expect(
        try Program.boxwalk("trim", movie, "--from", from, "--to", to, "-o", parts[number]).isDone)
    }
    let joined = folder.path("joined.mp4")
    #expect(try Program.boxwalk(["join"] + parts + ["-o", joined]).isDone)
    let (path, _) = try made(joined, as: "mkv")
    let times = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "s:0", "-show_entries",
      "packet=pts_time,duration_time", "-of", "csv=p=0", path
    ).output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
    // One is shown for 0.8 s: 0.5 s, and then 0.3 s of the second part. Two begins 0.4 s after the start of that.
    try #require(times.count == 2 && times.allSatisfy { $0.count == 2 }, "\(times)")
    let found = [times[0][1], times[1][0] - times[0][0], times[1][1]]
    for (one, wanted) in zip(found, [0.8, 0.9, 0.4]) {
      #expect(abs(one - wanted) < 0.003, "\(times)")
    }
  }

  /// Audio that begins later than the pictures, and pictures that are hidden at the start, are no faults of a stream.
  @Test func streamsOfCutMoviesAreGood() throws {
    let late = folder.path("late.mp4")
    let muxed = try Program.other(
      "ffmpeg", "-v", "error", "-i", source, "-itsoffset", "1.2", "-i", source, "-map", "0:v",
      "-map", "1:a", "-c", "copy", late)
    #expect(muxed.code == 0, "\(muxed.errors)")
    let cut = folder.path("cut.mp4")
    #expect(try Program.boxwalk("trim", source, "--from", "0.35", "-o", cut).isDone)
    for (number, movie) in [late, cut].enumerated() {
      let output = folder.path("\(number)")
      let made = try Program.boxwalk("hls", movie, "-o", output)
      #expect(made.code <= 1, "\(made.errors)")
      for name in ["multivariant.m3u8", "stream.mpd"] {
        let verified = try Program.boxwalk("verify", "\(output)/\(name)")
        #expect(verified.isDone, "\(verified.output)")
      }
    }
  }
}
