import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Movies that go into containers which do not consist of boxes, and come back.
@Suite struct RemuxContainerTests {
  private static let clips = [
    "clip-h264.mp4", "clip-h264-fragmented.mov", "clip-hevc.mov", "clip-hevc-fragmented.mp4",
  ]

  /// A sample as a movie presents it.
  private struct Presented: Equatable {
    var milliseconds: Int64
    var isSync: Bool
    var bytes: Bytes
  }

  private func samples(_ path: String, _ handler: FourCC) throws -> [Presented] {
    let file = BoxFile(try ByteSource(mapping: path).bytes)
    let movie = try #require(MovieFile(file))
    let track = try #require(movie.tracks.first { $0.handlerType == handler })
    let media = try #require(PresentedMedia(track, movieTimescale: movie.header?.timescale ?? 0))
    return try track.samples.map { sample in
      Presented(
        milliseconds: media.time(ofMedia: sample.compositionTime, in: 1000),
        isSync: sample.isSync, bytes: try #require(file.bytes.part(sample.fileRange)))
    }
  }

  /// The samples have the same bytes. Containers count milliseconds, or 1/90000 s, so that times differ by
  /// that at most.
  @Test(
    .needs("a module for containers", if: { RemuxContainerTests.hasModule }),
    arguments: clips, ["mkv", "ts", "flv"])
  func thereAndBack(_ name: String, _ container: String) throws {
    let folder = try Folder()
    let (there, back) = (folder.path("there." + container), folder.path("back.mp4"))
    let original = Program.sample(name)
    let written = try Program.boxwalk("remux", original, "-o", there)
    #expect(written.isDone, "\(written.errors)")
    let read = try Program.boxwalk("remux", there, "-o", back)
    #expect(read.isDone, "\(read.errors)")
    let verified = try Program.boxwalk("verify", back, "--quiet")
    #expect(verified.isDone, "\(verified.output)")
    // A container without negative times shifts all times: pictures and audio stay synchronous.
    var shifts: [Int64] = []
    for handler in ["vide", "soun"] as [FourCC] {
      let (ours, theirs) = (try samples(back, handler), try samples(original, handler))
      #expect(ours.map(\.bytes) == theirs.map(\.bytes), "\(handler)")
      #expect(ours.map(\.isSync) == theirs.map(\.isSync), "\(handler)")
      let shift = (ours.first?.milliseconds ?? 0) - (theirs.first?.milliseconds ?? 0)
      shifts.append(shift)
      for (a, b) in zip(ours, theirs) { #expect(abs(a.milliseconds - shift - b.milliseconds) <= 1) }
    }
    #expect(abs(shifts[0] - shifts[1]) <= 1 && abs(shifts[0]) < 100)
  }

  /// Audio of other codings comes back with its bytes, and with the configuration that FFmpeg would write.
  @Test(
    .needs("ffmpeg"), .needs("a module for containers", if: { RemuxContainerTests.hasModule }),
    arguments: [
      ("ac3", "2", "mkv"), ("ac3", "6", "ts"), ("eac3", "2", "mkv"), ("eac3", "6", "ts"),
      ("flac", "2", "mkv"), ("flac", "1", "mkv"),
    ])
  func sound(_ codec: String, _ channels: String, _ container: String) throws {
    let folder = try Folder()
    let (made, back) = (folder.path("made." + container), folder.path("back.mp4"))
    let (reference, again) = (folder.path("reference.mp4"), folder.path("again.mkv"))
    for (input, output) in [
      (["-f", "lavfi", "-i", "sine=f=440:r=48000:d=2", "-ac", channels, "-c:a", codec], made),
      (["-i", made, "-c", "copy", "-strict", "-2"], reference),
    ] {
      let result = try Program.other("ffmpeg", ["-v", "error"] + input + [output])
      #expect(result.code == 0, "\(result.errors)")
    }
    #expect(try Program.boxwalk("remux", made, "-o", back).isDone)
    let ours = try samples(back, "soun")
    #expect(try ours.map(\.bytes) == samples(reference, "soun").map(\.bytes))
    func configuration(_ path: String) throws -> Bytes? {
      let movie = try MovieFile(BoxFile(ByteSource(mapping: path).bytes))
      return movie?.tracks.first?.sampleEntries.first?.children.first {
        ["dac3", "dec3", "dfLa"].contains($0.type)
      }?.sourcePayload
    }
    #expect(try configuration(back) == configuration(reference))
    #expect(try Program.boxwalk("verify", back, "--quiet").isDone)
    // And into a container again.
    #expect(try Program.boxwalk("remux", back, "-o", again).isDone)
    #expect(try Program.boxwalk("remux", again, "-o", back, "--force").isDone)
    #expect(try samples(back, "soun").map(\.bytes) == ours.map(\.bytes))
  }

  /// Matroska keeps these as FFmpeg writes them, and MPEG-TS and FLV do not.
  @Test(
    .needs("ffmpeg"), .needs("a module for containers", if: { RemuxContainerTests.hasModule }),
    arguments: [
      (["-c:a", "alac", "-vn"], "mov"), (["-c:a", "alac", "-vn"], "m4a"),
      (["-c:v", "mjpeg", "-an"], "mov"), (["-c:v", "mpeg4", "-bf", "2", "-an"], "mp4"),
    ])
  func codingsOfMatroska(_ coding: [String], _ container: String) throws {
    let folder = try Folder()
    let (made, ours) = (folder.path("made." + container), folder.path("ours.mkv"))
    let input = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1"]
    let sound = ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=1"]
    let written = try Program.other("ffmpeg", ["-v", "error"] + input + sound + coding + [made])
    #expect(written.code == 0, "\(written.errors)")
    let result = try Program.boxwalk("remux", made, "-o", ours)
    #expect(result.code == 0, "\(result.errors)")
    let decoded = try [made, ours].map { path in
      try Program.other("ffmpeg", "-v", "error", "-i", path, "-f", "framehash", "-").output
        .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: ",").last }
    }
    #expect(decoded[0] == decoded[1] && decoded[0].count >= 10)
    let stream = try Program.boxwalk("remux", made, "-o", folder.path("ours.ts"))
    #expect(stream.code == 2, "\(stream.errors)")
    #expect(stream.errors.contains("has no track that boxwalk writes to MPEG-TS"))
  }

  /// Audio before the start, which only Matroska can hide, is reported.
  @Test(
    .needs("ffprobe"), .needs("a module for containers", if: { RemuxContainerTests.hasModule }),
    arguments: ["ts"])
  func hiddenSoundIsSaid(_ container: String) throws {
    let folder = try Folder()
    let path = folder.path("movie." + container)
    // The silence with which an encoder begins is not missed.
    let usual = try Program.boxwalk("remux", Program.sample("clip-h264.mp4"), "-o", path)
    #expect(usual.code < 2 && !usual.errors.contains("hidden"), "\(usual.errors)")
    let source = folder.path("trimmed.mp4")
    #expect(
      try Program.boxwalk(
        "trim", Program.sample("clip-h264.mp4"), "--from", "0.5", "--hide", "-o", source
      ).isDone)
    let result = try Program.boxwalk("remux", source, "-o", path, "--force")
    #expect(result.code == 1)
    #expect(result.errors.contains("samples of audio of track 2 are hidden"), "\(result.errors)")
    // ffprobe drops them of the source, and shows them of the new file.
    let counts = try [source, path].map { path in
      try Program.other(
        "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "frame=nb_samples",
        "-of",
        "csv=p=0", path
      ).output.split(separator: "\n").compactMap { Int($0.prefix { $0 != "," }) }.reduce(0, +)
    }
    #expect(counts[1] - counts[0] >= 1024, "\(counts)")
  }

  /// Chapters go into Matroska, as ffprobe finds them there, and come back.
  @Test(.needs("ffprobe"), .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
  func chapters() throws {
    let folder = try Folder()
    let (movie, there, back) = (
      folder.path("movie.mp4"), folder.path("there.mkv"), folder.path("back.mp4")
    )
    let marked = try Program.boxwalk(
      "chapters", Program.sample("clip-h264.mp4"), "--set", "0=Start", "--set", "1.25=Ende «2»",
      "-o", movie)
    #expect(marked.code == 0, "\(marked.errors)")
    #expect(try Program.boxwalk("remux", movie, "-o", there).isDone)
    #expect(try Program.boxwalk("remux", there, "-o", back).isDone)
    for path in [movie, there, back] {
      let found = try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of",
        "csv=p=0", path
      ).output
      #expect(found == "0.000000,Start\n1.250000,Ende «2»\n", "\(path): \(found)")
    }
    // MPEG-TS cannot hold them, and a warning says so.
    let stream = try Program.boxwalk("remux", movie, "-o", folder.path("there.ts"))
    #expect(stream.code == 1 && stream.errors.contains("2 chapters"), "\(stream.errors)")
  }

  /// A file without boxes is named by its first bytes, with the command that reads it.
  @Test(
    .needs("ffmpeg"),
    arguments: [
      ("mkv", "a Matroska movie"), ("webm", "a WebM movie"), ("ts", "an MPEG-TS movie"),
      ("flv", "an FLV movie"), ("avi", "an AVI movie"),
    ])
  func kindsAreNamed(_ container: String, _ words: String) throws {
    let folder = try Folder()
    let path = folder.path("movie." + container)
    let codec = container == "webm" ? ["-c:v", "libvpx", "-an"] : ["-c:v", "mpeg4", "-an"]
    let made = try Program.other(
      "ffmpeg",
      ["-v", "error", "-i", Program.sample("clip-h264.mp4")]
        + (container == "flv" ? ["-c", "copy"] : codec) + ["-t", "1", path])
    #expect(made.code == 0, "\(made.errors)")
    // The name of a file says nothing.
    let other = folder.path("movie.mp4")
    try FileManager.default.moveItem(atPath: path, toPath: other)
    for command in ["inspect", "verify", "faststart"] {
      let result = try Program.boxwalk(command, other)
      let said = result.output + result.errors
      // What is not checked is not called wrong.
      let code: Int32 = command == "verify" ? 1 : 2
      #expect(result.code == code && said.contains("is " + words), "\(command): \(said)")
      #expect(said.contains("boxwalk remux"), "\(command): \(said)")
    }
  }

  /// FFmpeg's files of a movie have its samples, and become a movie with them again.
  @Test(
    .needs("ffmpeg"), .needs("a module for containers", if: { RemuxContainerTests.hasModule }),
    arguments: [
      ("clip-h264.mp4", "mkv"), ("clip-h264.mp4", "ts"), ("clip-h264.mp4", "flv"),
      ("clip-hevc.mov", "mkv"), ("clip-hevc.mov", "ts"),
    ])
  func filesOfFFmpeg(_ name: String, _ container: String) throws {
    let folder = try Folder()
    let (there, back) = (folder.path("there." + container), folder.path("back.mp4"))
    let original = Program.sample(name)
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-i", original, "-map", "0:v", "-map", "0:a", "-c", "copy", there)
    #expect(made.code == 0, "\(made.errors)")
    #expect(try Program.boxwalk("remux", there, "-o", back).isDone)
    for handler in ["vide", "soun"] as [FourCC] {
      let (ours, theirs) = (try samples(back, handler), try samples(original, handler))
      #expect(ours.map(\.bytes) == theirs.map(\.bytes), "\(handler)")
      #expect(ours.map(\.isSync) == theirs.map(\.isSync), "\(handler)")
    }
  }

  static var hasModule: Bool {
    FileManager.default.fileExists(
      atPath: Program.products.appendingPathComponent("libboxwalk-containers.so").path)
  }

  /// Programs that we did not write read them.
  @Test(.needs("ffprobe"), arguments: [("mkv", "matroska,webm"), ("ts", "mpegts"), ("flv", "flv")])
  func othersReadThem(_ container: String, _ format: String) throws {
    let folder = try Folder()
    let path = folder.path("movie." + container)
    #expect(try Program.boxwalk("remux", Program.sample("clip-h264.mp4"), "-o", path).isDone)
    let result = try Program.other(
      "ffprobe", "-v", "error", "-count_packets", "-show_entries",
      "format=format_name:stream=codec_name,nb_read_packets", "-of", "csv=p=0", path)
    #expect(result.errors.isEmpty, "\(result.errors)")
    let original = try samples(Program.sample("clip-h264.mp4"), "vide").count
    #expect(result.output.contains("h264,\(original)"))
    #expect(result.output.contains("aac,"))
    #expect(result.output.contains(format))
  }

  @Test(.needs("mkvinfo")) func mkvinfoReadsThem() throws {
    let folder = try Folder()
    let path = folder.path("movie.mkv")
    #expect(try Program.boxwalk("remux", Program.sample("clip-hevc.mov"), "-o", path).isDone)
    let result = try Program.other("mkvinfo", path)
    #expect(result.code == 0)
    #expect(result.output.contains("V_MPEGH/ISO/HEVC"))
    #expect(result.output.contains("A_AAC"))
  }

  @Test func whatIsNotDoneIsSaid() throws {
    let folder = try Folder()
    let movie = Program.sample("clip-h264.mp4")
    #expect(
      try Program.boxwalk("remux", movie, "-o", folder.path("a.avi")).code == 64)
    #expect(
      try Program.boxwalk("remux", movie, "-o", folder.path("a.mkv"), "--in-place").code == 64)
    let text = try folder.write(Data("EBML".utf8), to: "text.txt")
    #expect(try Program.boxwalk("remux", text, "-o", folder.path("a.mkv")).code == 2)
    #expect(folder.names == ["text.txt"])
  }

  /// Damage does not stop the worker, and no file appears for a movie without samples.
  @Test(.needs("a module for containers", if: { RemuxContainerTests.hasModule }))
  func filesThatAreCut() throws {
    let folder = try Folder()
    let whole = folder.path("whole.mkv")
    #expect(try Program.boxwalk("remux", Program.sample("clip-h264.mp4"), "-o", whole).isDone)
    let data = try Data(contentsOf: URL(fileURLWithPath: whole))
    for count in [4, 100, 1000, data.count / 2] {
      let cut = try folder.write(data.prefix(count), to: "cut.mkv")
      let result = try Program.boxwalk("remux", cut, "-o", folder.path("out.mp4"), "--force")
      #expect([0, 1, 2].contains(result.code), "\(result.errors)")
    }
  }
}
