import Editing
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing
import Verification

/// Movies from which a part was cut, as ffmpeg decodes them.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct TrimTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func part(
    _ source: String, from start: Double = 0, to end: Double? = nil, dropping: Bool = true
  ) throws -> String {
    let name = "cut." + (source as NSString).pathExtension
    return try folder.edited(source, as: name) { edit throws(EditError) in
      try edit.trim(from: start, to: end, dropping: dropping)
    }
  }

  /// Movies with and without B-frames, open groups and fragments.
  private func movie(_ kind: String) throws -> String {
    if kind.contains(".") { return PackageFolder.sample(kind) }
    let path = folder.path("\(kind).mp4")
    var options = ["-bf", "3", "-g", "12"]
    if kind == "open" { options += ["-x264-params", "open-gop=1"] }
    if kind == "paused" {
      options = ["-bf", "3", "-g", "100", "-fps_mode", "vfr", "-vf", "select='lt(t,1)+gte(t,2)'"]
    }
    if kind == "uneven" { options += ["-vf", "select='not(eq(mod(n,5),3))'", "-fps_mode", "vfr"] }
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=3", "-f", "lavfi",
        "-i", "sine=frequency=330:sample_rate=48000:duration=3", "-c:v", "libx264", "-c:a",
        "pcm_s16le", "-f", "mov",
      ] + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  /// The video track names sample entry 50 of 1: nobody could decode what is left.
  @Test func samplesOfAnUnknownEntryAreRefused() throws {
    var bytes = Array(try SampleFile.bytes("clip-h264.mp4"))
    let table = try #require(bytes.firstRange(of: Array("stsc".utf8))).upperBound
    for row in 0..<2 { bytes[table + 8 + row * 12 + 11] = 50 }
    let damaged = Bytes(bytes)
    let error = #expect(throws: EditError.self) {
      var edit = Edit(damaged)
      try edit.trim(from: 1, to: nil)
    }
    #expect(error?.kind == .damaged)
    #expect(
      error?.message.contains("names sample entry 50 of 1") ?? false, "\(String(describing: error))"
    )
  }

  /// The table of sync samples says 32 in place of 31: the part begins with the group before.
  @Test func aPredictedFrameIsNoStart() throws {
    var bytes = Array(try SampleFile.bytes("clip-h264.mp4"))
    let table = try #require(bytes.firstRange(of: Array("stss".utf8))).upperBound
    #expect(bytes[table + 15] == 31)
    bytes[table + 15] = 32
    let wrong = BoxFile(Bytes(bytes))
    var edit = Edit(Bytes(bytes))
    try edit.trim(from: 1.2, to: nil)
    let trimmed = BoxFile(try edit.bytes())
    #expect(trimmed.samples(of: 1).first == wrong.samples(of: 1).first)
    #expect(trimmed.samples(of: 1).count == 75)
  }

  /// Headers without durations, as interrupted programs leave them: samples and edits have theirs.
  @Test func headersNeedNoDurations() throws {
    var bytes = Array(try SampleFile.bytes("clip-h264.mp4"))
    // The offset of the duration behind the type, in version 0.
    for (type, offset) in [("mvhd", 16), ("tkhd", 20), ("mdhd", 16)] {
      for range in bytes.ranges(of: Array(type.utf8)) {
        #expect(bytes[range.upperBound] == 0)
        for index in 0..<4 { bytes[range.upperBound + offset + index] = 0 }
      }
    }
    var edit = Edit(Bytes(bytes))
    try edit.trim(from: 1.2, to: nil)
    let trimmed = BoxFile(try edit.bytes())
    #expect(trimmed.samples(of: 1).count == 45)
    #expect(abs(try #require(MovieFile(trimmed)?.duration) - 1.3) < 0.1)
  }

  /// A part that begins and ends while one picture is shown has that picture.
  @Test func aPartOfOneFrameShowsIt() throws {
    let source = try movie("paused")
    let paused = try #require(ShownFrame.all(of: source).last { $0.time < 1 })
    let output = try part(source, from: 1.4, to: 1.8)
    #expect(try ShownFrame.all(of: output).map(\.hash) == [paused.hash])
    #expect(try !findings(output).contains { $0.rule.id == "elst-past-media" })
  }

  @Test(arguments: [
    "clip-hevc.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4", "closed", "open", "uneven",
  ])
  func framesOfThePartAreShown(_ kind: String) throws {
    let source = try movie(kind)
    let all = try ShownFrame.all(of: source)
    let last = try #require(all.last?.time)
    var chance = Chance(seed: UInt64(kind.utf8.count))
    var parts = 0
    for _ in 0..<8 {
      let numbers = [
        Int.random(in: 0..<all.count - 1, using: &chance),
        Int.random(in: 0..<all.count - 1, using: &chance),
      ].sorted()
      let (from, stop) = (all[numbers[0]].time, all[numbers[1]].time)
      guard stop - from > 0.1, stop < last else { continue }
      parts += 1
      let output = try part(source, from: from, to: stop - 0.01)
      let shown = all.filter { $0.time >= from - 0.002 && $0.time < stop - 0.012 }
      let cut = try ShownFrame.all(of: output)
      // The first frame may begin a part of a tick before the cut; ffmpeg shows it or not.
      let (found, expected) = (cut.map(\.hash), shown.map(\.hash))
      #expect(
        found == expected || found == Array(expected.dropFirst()),
        "\(kind): \(from) to \(stop): \(found.count) of \(expected.count)")
      #expect(try findings(output).allSatisfy { $0.severity < .error })
    }
    #expect(parts >= 4)
  }

  /// PCM is the same to the sample, from the tick of the movie on.
  @Test func soundStaysInStep() throws {
    let source = try movie("closed")
    let output = try part(source, from: 0.5, to: 2.25)
    func sound(_ path: String) throws -> [UInt8] {
      let raw = folder.path("sound.raw")
      #expect(
        try InstalledProgram.run(
          "ffmpeg", ["-v", "error", "-y", "-i", path, "-map", "0:a", "-f", "s16le", raw]
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
    let source = PackageFolder.sample("clip-hevc.mov")
    let output = try part(source, to: 1, dropping: false)
    func packets(_ path: String) throws -> String {
      try InstalledProgram.run(
        "ffprobe",
        [
          "-v", "error", "-ignore_editlist", "1", "-show_data_hash", "MD5",
          "-show_entries", "packet=data_hash", "-of", "csv=p=0", path,
        ]
      ).output
    }
    #expect(try packets(source) == packets(output))
    #expect(try ShownFrame.all(of: output).count == 30)
  }

  @Test func chaptersMove() throws {
    let source = folder.path("chapters.mp4")
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
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-i", try movie("closed"), "-i", texts, "-map", "0:v",
        "-map_metadata",
        "1", "-c", "copy", source,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let output = try part(source, from: 1.5, to: 2.5)
    let chapters = try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of",
        "csv=p=0", output,
      ]
    ).output
    #expect(chapters == "0.000000,Two\n0.500000,Three\n", "\(chapters)")
  }

  /// A track that shows nothing in the part stays with --hide, and lasts as long as the part.
  @Test func tracksWithoutAPartAreHidden() throws {
    let made = folder.path("late.mp4")
    let coded = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-i", PackageFolder.sample("clip-h264.mp4"), "-itsoffset", "3", "-i",
        PackageFolder.sample("clip-h264.mp4"), "-map", "0:v", "-map", "1:a", "-c", "copy", made,
      ])
    #expect(coded.code == 0, "\(coded.errors)")
    let found = try findings(try part(made, to: 1, dropping: false))
    #expect(found.allSatisfy { $0.severity < .error }, "\(found)")
  }

  /// What is before the cut, and not needed for decoding, is not in the file, anywhere.
  @Test(arguments: [true, false]) func droppedBytesAreNotInTheFile(_ dropping: Bool) throws {
    let source = PackageFolder.sample("clip-h264.mp4")
    let output = try part(source, from: 1.2, to: 1.9, dropping: dropping)
    let (whole, cut) = try (data(source), data(output))
    let packets = try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-ignore_editlist", "1", "-select_streams", "v:0", "-show_entries",
        "packet=pos,size", "-of", "csv=p=0", source,
      ]
    ).output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
    try #require(packets.count == 75 && packets.allSatisfy { $0.count == 2 })
    // Key frames are the pictures 0, 30 (at 1 s) and 60 (at 2 s).
    for (number, packet) in packets.enumerated() where packet[0] >= 64 {
      let bytes = whole[packet[1]..<packet[1] + packet[0]]
      let isNeeded = !dropping || (30..<60).contains(number)
      #expect(isNeeded || cut.range(of: bytes) == nil, "\(number)")
      if !dropping || number == 30 {
        #expect(cut.range(of: bytes) != nil, "\(number)")
      }
    }
  }

  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// If pictures are reordered, the duration of a sample says nothing about how long its picture is shown.
  @Test(.needs(encoders: "libx265")) func longPicturesStayLong() throws {
    let made = folder.path("long.mov")
    let coded = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=30:d=2", "-vf",
        "setpts=PTS+gt(N\\,30)*1/TB", "-fps_mode", "vfr", "-c:v", "libx265", "-x265-params",
        "log-level=none:bframes=3", "-tag:v", "hvc1", made,
      ])
    try #require(coded.code == 0, "\(coded.errors)")
    // The picture from 1.0 s on is shown until 2.033 s.
    let output = try part(made, from: 1.3, to: 1.7)
    // Not all programs show it: ffmpeg takes the durations of samples for those of pictures.
    let lasting = try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-ignore_editlist", "1", "-show_entries", "stream=duration", "-of",
        "csv=p=0", output,
      ]
    ).output.filter { !$0.isWhitespace }
    #expect((Double(lasting) ?? 0) > 1.69, "\(lasting)")
  }
}
