import Foundation
import TestSupport
import Testing

/// Which movies `join` joins, and where it writes them.
@Suite(.needs("ffprobe")) struct JoinTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func count(_ path: String) throws -> Int {
    let result = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=nb_frames",
      "-of",
      "csv=p=0", path)
    return Int(result.output.filter(\.isNumber)) ?? 0
  }

  /// Parts of the sample movie, whose pictures they are, by their names.
  private func parts() throws -> String {
    for (name, to) in [("b/2.mp4", "0.5"), ("b/10.mp4", "0.2"), ("b/3.mp4", "0.3")] {
      let result = try Program.boxwalk(
        "trim", Program.sample("clip-h264.mp4"), "--to", to, "-o", folder.path(name))
      #expect(result.isDone, "\(result.errors)")
    }
    return folder.path("b")
  }

  @Test func moviesOfAFolderAreJoinedInTheOrderOfTheirNames() throws {
    let (from, output) = (try parts(), folder.path("b/whole.mp4"))
    try Data("no movie".utf8).write(to: URL(fileURLWithPath: folder.path("b/notes.txt")))
    let result = try Program.boxwalk("join", from, "-o", output)
    #expect(result.isDone, "\(result.errors)")
    #expect(result.output.contains("2 more movies are in it now"), "\(result.output)")
    let names = ["b/10.mp4", "b/2.mp4", "b/3.mp4"].map { folder.path($0) }
    #expect(try count(output) == names.reduce(0) { try $0 + count($1) })
    let named = folder.path("named.mp4")
    #expect(try Program.boxwalk(["join"] + names + ["-o", named]).isDone)
    #expect(FileManager.default.contentsEqual(atPath: output, andPath: named))
    // The new movie is in the folder, and is not joined to the others when it is made anew.
    #expect(try Program.boxwalk("join", from, "-o", output, "--force").isDone)
    #expect(FileManager.default.contentsEqual(atPath: output, andPath: named))
  }

  @Test func theFirstMovieIsReplacedInPlace() throws {
    let from = try parts()
    let (first, second) = (from + "/2.mp4", from + "/3.mp4")
    let counts = try (count(first), count(second))
    let refused = try Program.boxwalk("join", first, second)
    #expect(refused.code == 64 && refused.errors.contains("--in-place"), "\(refused.errors)")
    #expect(refused.errors.contains("Usage: boxwalk join "), "\(refused.errors)")
    let result = try Program.boxwalk("join", first, second, "--in-place")
    #expect(result.isDone, "\(result.errors)")
    #expect(try count(first) == counts.0 + counts.1)
    #expect(try count(second) == counts.1)
  }
  /// The command that a message names makes the movies alike; no command is named if none does.
  @Test(
    .needs("ffmpeg"), .needs(encoders: "libx264", "libx265"),
    arguments: [
      (["-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1"], true),
      (["-c:a", "ac3"], true), (["-s", "1920x1440"], true), (["-s", "96x96"], false),
      (["-ac", "1"], false), (["-ar", "32000"], false), (["-map", "1:a"], true),
    ])
  func adviceHelps(_ options: [String], _ helps: Bool) throws {
    func make(_ name: String, _ options: [String]) throws -> String {
      let path = folder.path(name)
      let made = try Program.other(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=960x720:r=10:d=1", "-f", "lavfi", "-i",
          "sine=sample_rate=48000:duration=1", "-map", "0:v", "-map", "1:a", "-pix_fmt", "yuv420p",
          "-c:v", "libx264", "-c:a", "aac", "-ac", "2",
        ] + options + [path])
      try #require(made.code == 0, "\(made.errors)")
      return path
    }
    try FileManager.default.createDirectory(
      atPath: folder.path("a"), withIntermediateDirectories: true)
    let (one, other) = (try make("a/1.mp4", []), try make("a/2.mp4", options))
    let joined = folder.path("joined.mp4")
    let refused = try Program.boxwalk("join", one, other, "-o", joined)
    #expect(refused.code == 2 && refused.errors.contains("it differs in"), "\(refused.errors)")
    let advice = refused.errors.components(separatedBy: "; boxwalk ").dropFirst().last
    guard helps else {
      #expect(advice == nil, "\(refused.errors)")
      return
    }
    let words = try #require(advice, "\(refused.errors)").split { $0.isWhitespace }.map(String.init)
    let copies = folder.path("copies") + "/"
    if words[0] == "transcode" {
      let stop = try #require(words.firstIndex(of: "-o"))
      let result = try Program.boxwalk(
        ["transcode", folder.path("a")] + words[2..<stop] + ["--speed", "fast", "-o", copies])
      #expect(result.code <= 1, "\(result.errors)")
    } else {
      #expect(Array(words[...2]) == ["track", "FILE", "--drop"], "\(words)")
      try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: one, toPath: copies + "1.mp4")
      #expect(
        try Program.boxwalk("track", other, "--drop", "3", "-o", copies + "2.mp4").code <= 1)
    }
    let result = try Program.boxwalk("join", copies, "-o", joined)
    #expect(result.isDone, "\(result.errors)")
  }

  /// A message begins with the file that has the problem, which is not always the first one.
  @Test func messagesNameTheFileWithTheProblem() throws {
    let (movie, photo) = (try parts() + "/2.mp4", Program.sample("meadow.jpg"))
    let text = try folder.write(Data("nothing".utf8), to: "text.txt")
    for (arguments, file) in [
      (["join", movie, photo, "-o", folder.path("a.mp4")], photo),
      (["cover", movie, "--set", text, "-o", folder.path("a.mp4")], text),
      (["chapters", movie, "--from", text, "-o", folder.path("a.mp4")], text),
    ] {
      let result = try Program.boxwalk(arguments)
      #expect(result.code == 2 && result.errors.hasPrefix("boxwalk: \(file): "), "\(result)")
    }
  }

  /// A movie that is only left out would be missed too late.
  @Test func nothingIsJoinedWithoutAMovieThatCannotBeFound() throws {
    let (from, loop, output) = (try parts(), folder.path("loop.mp4"), folder.path("whole.mp4"))
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let (first, second) = (from + "/2.mp4", from + "/3.mp4")
    for names in [[first, loop, second], [first, second, "--files-from", folder.path("none")]] {
      let result = try Program.boxwalk(["join"] + names + ["-o", output])
      #expect(result.code == 2 && !FileManager.default.fileExists(atPath: output), "\(result)")
      #expect(!result.errors.contains("Usage"), "\(result.errors)")
    }
  }

  /// FFmpeg plays whole packets, so that a tone of the second movie comes later than its pictures by what is said.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264"), arguments: ["1", "1.2333"])
  func theDelayOfSoundInFFmpegIsSaid(_ length: String) throws {
    let (part, output) = (folder.path("part.mp4"), folder.path("whole.mp4"))
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "color=size=64x48:rate=30:d=\(length)",
      "-f", "lavfi", "-i",
      "aevalsrc=if(gte(t\\,0.5)*lt(t\\,0.6)\\,0.8*sin(6000*t)\\,0):s=48000:d=\(length)", "-c:v",
      "libx264", "-bf", "0", "-c:a", "aac", part)
    #expect(made.code == 0, "\(made.errors)")
    let result = try Program.boxwalk("join", part, part, "-o", output)
    #expect(result.isDone, "\(result)")
    let raw = folder.path("raw.s16")
    _ = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", output, "-map", "0:a", "-ac", "1", "-f", "s16le", raw)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
    let loud = stride(from: 0, to: bytes.count - 1, by: 2).filter {
      abs(Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))) > 6000
    }.map { Double($0) / 96_000 }
    let second = try #require(loud.first { $0 > 1 })
    let whole = try Double(
      Program.other(
        "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", output
      ).output.trimmingCharacters(in: .whitespacesAndNewlines))
    let late = second - (try #require(loud.first) + #require(whole) / 2)
    let stated = result.output.split(separator: " ").enumerated().first { $0.element == "ms" }
      .flatMap { Int(result.output.split(separator: " ")[$0.offset - 1]) }
    #expect(abs(late * 1000 - Double(stated ?? 0)) < 2, "\(late), \(result.output)")
    #expect(late < 0.002 || stated != nil, "\(late), \(result.output)")
  }
}
