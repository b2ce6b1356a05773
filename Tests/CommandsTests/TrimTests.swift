import Foundation
import TestSupport
import Testing

/// Movies from which a part was cut, as ffmpeg decodes them.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct TrimTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Movies with and without B-frames, open groups and fragments.
  private func movie(_ kind: String) throws -> String {
    if kind.contains(".") { return Program.sample(kind) }
    let path = folder.path("\(kind).mp4")
    var options = ["-bf", "3", "-g", "12"]
    if kind == "open" { options += ["-x264-params", "open-gop=1"] }
    if kind == "paused" {
      options = ["-bf", "3", "-g", "100", "-fps_mode", "vfr", "-vf", "select='lt(t,1)+gte(t,2)'"]
    }
    if kind == "uneven" { options += ["-vf", "select='not(eq(mod(n,5),3))'", "-fps_mode", "vfr"] }
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=3", "-f", "lavfi",
        "-i", "sine=frequency=330:sample_rate=48000:duration=3", "-c:v", "libx264", "-c:a",
        "pcm_s16le", "-f", "mov",
      ] + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  /// A part that begins and ends while one picture is shown has that picture.
  @Test func aPartOfOneFrameShowsIt() throws {
    let source = try movie("paused")
    let paused = try #require(ShownFrame.all(of: source).last { $0.time < 1 })
    let output = folder.path("cut.mp4")
    let result = try Program.boxwalk(
      "trim", source, "--from", "1.4", "--to", "1.8", "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try ShownFrame.all(of: output).map(\.hash) == [paused.hash])
    #expect(try Program.boxwalk("verify", output).output.contains("elst-past-media") == false)
  }

  @Test(arguments: [
    "clip-hevc.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4", "closed", "open", "uneven",
  ])
  func framesOfThePartAreShown(_ kind: String) throws {
    let source = try movie(kind)
    let all = try ShownFrame.all(of: source)
    let last = try #require(all.last?.time)
    var chance = Chance(seed: UInt64(kind.utf8.count))
    for _ in 0..<8 {
      let numbers = [
        Int.random(in: 0..<all.count - 1, using: &chance),
        Int.random(in: 0..<all.count - 1, using: &chance),
      ].sorted()
      let (from, stop) = (all[numbers[0]].time, all[numbers[1]].time)
      guard stop - from > 0.1, stop < last else { continue }
      let output = folder.path("cut.\((source as NSString).pathExtension)")
      let result = try Program.boxwalk(
        "trim", source, "--from", seconds(from), "--to", seconds(stop - 0.01), "-o", output,
        "--force")
      #expect(result.code == 0, "\(result.errors)")
      let shown = all.filter { $0.time >= from - 0.002 && $0.time < stop - 0.012 }
      let cut = try ShownFrame.all(of: output)
      // The first frame may begin a part of a tick before the cut; ffmpeg shows it or not.
      let (found, expected) = (cut.map(\.hash), shown.map(\.hash))
      #expect(
        found == expected || found == Array(expected.dropFirst()),
        "\(kind): \(from) to \(stop): \(found.count) of \(expected.count)")
      #expect(try Program.boxwalk("verify", output).code <= 1)
    }
  }

  private func seconds(_ value: Double) -> String { String(format: "%.6f", max(0, value)) }

  /// PCM is the same to the sample, from the tick of the movie on.
  @Test func soundStaysInStep() throws {
    let (source, output) = (try movie("closed"), folder.path("cut.mov"))
    #expect(
      try Program.boxwalk("trim", source, "--from", "0.5", "--to", "2.25", "-o", output).code == 0)
    func sound(_ path: String) throws -> [UInt8] {
      let raw = folder.path("sound.raw")
      #expect(
        try Program.other(
          "ffmpeg", "-v", "error", "-y", "-i", path, "-map", "0:a", "-f", "s16le", raw
        ).code == 0)
      return Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    }
    let (whole, cut) = (try sound(source), try sound(output))
    #expect(cut.count == 84_000 * 2)
    #expect(cut == Array(whole[48_000..<48_000 + cut.count]))
    // Hidden samples are removed.
    let sizes = try [source, output].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0
    }
    #expect(sizes[1] < sizes[0] * 4 / 5)
  }

  @Test func hidingKeepsEverything() throws {
    let (source, output) = (Program.sample("clip-hevc.mov"), folder.path("cut.mov"))
    let result = try Program.boxwalk("trim", source, "--to", "1", "--hide", "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    func packets(_ path: String) throws -> String {
      try Program.other(
        "ffprobe", "-v", "error", "-ignore_editlist", "1", "-show_data_hash", "MD5",
        "-show_entries", "packet=data_hash", "-of", "csv=p=0", path
      ).output
    }
    #expect(try packets(source) == packets(output))
    #expect(try ShownFrame.all(of: output).count == 30)
  }

  @Test func chaptersMove() throws {
    let (source, output) = (folder.path("chapters.mp4"), folder.path("cut.mp4"))
    let texts = folder.path("chapters.txt")
    try """
    ;FFMETADATA1
    [CHAPTER]
    TIMEBASE=1/1000
    START=0
    END=1000
    title=One
    [CHAPTER]
    TIMEBASE=1/1000
    START=1000
    END=2000
    title=Two
    [CHAPTER]
    TIMEBASE=1/1000
    START=2000
    END=3000
    title=Three
    """.write(toFile: texts, atomically: true, encoding: .utf8)
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-i", try movie("closed"), "-i", texts, "-map", "0:v",
      "-map_metadata",
      "1", "-c", "copy", source)
    #expect(made.code == 0, "\(made.errors)")
    let result = try Program.boxwalk("trim", source, "--from", "1.5", "--to", "2.5", "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    let chapters = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of",
      "csv=p=0", output
    ).output
    #expect(chapters == "0.000000,Two\n0.500000,Three\n", "\(chapters)")
  }

  @Test func whatCannotBeCutIsSaid() throws {
    let (source, output) = (Program.sample("clip-hevc.mov"), folder.path("cut.mov"))
    let late = try Program.boxwalk("trim", source, "--from", "9", "-o", output)
    #expect(late.code == 2 && late.errors.contains("lasts 2.5 s"), "\(late.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try Program.boxwalk("trim", source, "-o", output).code == 64)
    #expect(
      try Program.boxwalk("trim", source, "--from", "2", "--to", "1", "-o", output).code == 64)
  }

  /// The same part, re-encoded.
  @Test func aPartIsTranscoded() throws {
    let (source, output) = (Program.sample("clip-hevc.mov"), folder.path("cut.mov"))
    let result = try Program.boxwalk(
      "transcode", source, "--from", "0.5", "--to", "1.5", "-o", output, "--speed", "fast")
    #expect(result.code == 0, "\(result.errors)")
    let times = try ShownFrame.all(of: output).map(\.time)
    #expect(times.count == 30 && abs((times.last ?? 0) - 29.0 / 30) < 0.001, "\(times)")
  }

  /// Pictures that are re-encoded begin with the first that is shown, and end with the last: none is hidden. The
  /// audio stays in step.
  @Test(.needs(encoders: "libx265"), arguments: ["closed", "open", "uneven"])
  func hiddenPicturesAreNotCoded(_ kind: String) throws {
    let source = try movie(kind)
    let all = try ShownFrame.all(of: source).map(\.time)
    for (first, last) in [(7, 31), (20, 21), (0, 40), (33, all.count - 1)] {
      // In the middle of the first frame, to the middle of the last.
      let (from, to) = (all[first] + 0.01, all[last] + 0.01)
      let output = folder.path("cut.mov")
      let result = try Program.boxwalk(
        "transcode", source, "--from", seconds(from), "--to", seconds(to), "-o", output, "--force",
        "-p", "hevc", "-q", "95", "--speed", "fast")
      #expect(result.code == 0, "\(result.errors)")
      let expected = all[first...last].map { max(0, $0 - from) }
      let times = try ShownFrame.all(of: output).map(\.time)
      #expect(times.count == expected.count, "\(kind): \(first) to \(last)")
      #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 1e-4 }, "\(times), \(expected)")
      let packets = try probe(output, "v", "-ignore_editlist", "1")
      #expect(packets.count == expected.count && packets.first?.contains("K") == true, "\(packets)")
      let parts =
        "[0:v]setpts=N/TB[a];[1:v]trim=start_frame=\(first):end_frame=\(last + 1),setpts=N/TB[b];[a][b]psnr"
      let likeness = try Program.other(
        "ffmpeg", "-v", "info", "-i", output, "-i", source, "-filter_complex", parts, "-f", "null",
        "-")
      let value = likeness.errors.components(separatedBy: " min:").last?.prefix { $0 != " " }
      #expect(Double(value ?? "").map { $0 > 30 } ?? false, "\(likeness.errors)")
      let heard = try Program.other("ffmpeg", "-v", "error", "-i", output, "-f", "md5", "-vn", "-")
      let part = "atrim=start=\(seconds(from)):end=\(seconds(to)),asetpts=N/SR/TB"
      let wanted = try Program.other(
        "ffmpeg", "-v", "error", "-i", source, "-af", part, "-f", "md5", "-vn", "-")
      #expect(heard.output == wanted.output && !heard.output.isEmpty)
      #expect(try Program.boxwalk("verify", output).code == 0)
    }
  }

  /// The flags of packets, in the order of the file.
  private func probe(_ path: String, _ kind: String, _ options: String...) throws -> [String] {
    try Program.other(
      "ffprobe",
      ["-v", "error"] + options + [
        "-select_streams", kind, "-show_entries", "packet=flags", "-of", "csv=p=0", path,
      ]
    ).output.split(separator: "\n").map(String.init)
  }

  /// A track that shows nothing in the part stays with --hide, and lasts as long as the part.
  @Test func tracksWithoutAPartAreHidden() throws {
    let (made, output) = (folder.path("late.mp4"), folder.path("new.mp4"))
    let coded = try Program.other(
      "ffmpeg", "-v", "error", "-i", Program.sample("clip-h264.mp4"), "-itsoffset", "3", "-i",
      Program.sample("clip-h264.mp4"), "-map", "0:v", "-map", "1:a", "-c", "copy", made)
    #expect(coded.code == 0, "\(coded.errors)")
    let result = try Program.boxwalk("trim", made, "--to", "1", "--hide", "-o", output)
    #expect(result.isDone, "\(result.errors)")
    let verified = try Program.boxwalk("verify", output, "--quiet")
    #expect(verified.isDone, "\(verified.output)")
  }

  /// What is before the cut, and not needed for decoding, is not in the file, anywhere.
  @Test(arguments: [[], ["--drop"], ["--hide"]]) func droppedBytesAreNotInTheFile(
    _ options: [String]
  ) throws {
    let (source, output) = (Program.sample("clip-h264.mp4"), folder.path("cut.mp4"))
    let result = try Program.boxwalk(
      ["trim", source, "--from", "1.2", "--to", "1.9", "-o", output] + options)
    #expect(result.code == 0, "\(result.errors)")
    let (whole, cut) = try (data(source), data(output))
    let packets = try Program.other(
      "ffprobe", "-v", "error", "-ignore_editlist", "1", "-select_streams", "v:0", "-show_entries",
      "packet=pos,size", "-of", "csv=p=0", source
    ).output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
    try #require(packets.count == 75 && packets.allSatisfy { $0.count == 2 })
    // Key frames are the pictures 0, 30 (at 1 s) and 60 (at 2 s).
    for (number, packet) in packets.enumerated() where packet[0] >= 64 {
      let bytes = whole[packet[1]..<packet[1] + packet[0]]
      let isNeeded = options == ["--hide"] || (30..<60).contains(number)
      #expect(isNeeded || cut.range(of: bytes) == nil, "\(number)")
      if options == ["--hide"] || number == 30 {
        #expect(cut.range(of: bytes) != nil, "\(number)")
      }
    }
  }

  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// If pictures are reordered, the duration of a sample says nothing about how long its picture is shown.
  @Test(.needs(encoders: "libx265")) func longPicturesStayLong() throws {
    let (made, output) = (folder.path("long.mov"), folder.path("cut.mov"))
    let coded = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=30:d=2", "-vf",
      "setpts=PTS+gt(N\\,30)*1/TB", "-fps_mode", "vfr", "-c:v", "libx265", "-x265-params",
      "log-level=none:bframes=3", "-tag:v", "hvc1", made)
    try #require(coded.code == 0, "\(coded.errors)")
    // The picture from 1.0 s on is shown until 2.033 s.
    let result = try Program.boxwalk("trim", made, "--from", "1.3", "--to", "1.7", "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    // Not all programs show it: ffmpeg takes the durations of samples for those of pictures.
    let lasting = try Program.other(
      "ffprobe", "-v", "error", "-ignore_editlist", "1", "-show_entries", "stream=duration", "-of",
      "csv=p=0", output
    ).output.filter { !$0.isWhitespace }
    #expect((Double(lasting) ?? 0) > 1.69, "\(lasting)")
  }
}
