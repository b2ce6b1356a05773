import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Codings, texts and turns that go into Matroska and come back, as other programs find them.
@Suite(
  .needs("ffmpeg", "ffprobe"),
  .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct RemuxMatroskaTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func ffmpeg(_ arguments: String...) throws -> String {
    let result = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments)
    #expect(result.code == 0, "\(result.errors)")
    return result.output
  }

  private func remux(_ input: String, _ name: String, code: Int32 = 0) throws -> String {
    let output = folder.path(name)
    let result = try Program.boxwalk("remux", input, "-o", output, "--force")
    #expect(result.code == code, "\(name): \(result.errors)")
    return output
  }

  /// The numbers that FFmpeg decodes, in a form that has room for all.
  private func sound(_ path: String) throws -> String {
    try ffmpeg("-i", path, "-map", "0:a", "-c:a", "pcm_f64le", "-f", "md5", "-")
  }

  @Test(
    .needs("mkvinfo"),
    arguments: [
      ("pcm_s16le", "mov", "A_PCM/INT/LIT"), ("pcm_s16be", "mov", "A_PCM/INT/BIG"),
      ("pcm_s24le", "mov", "A_PCM/INT/LIT"), ("pcm_s24be", "mov", "A_PCM/INT/BIG"),
      ("pcm_s32be", "mov", "A_PCM/INT/BIG"), ("pcm_f32le", "mov", "A_PCM/FLOAT/IEEE"),
      ("pcm_f32be", "mov", "A_PCM/FLOAT/IEEE"), ("pcm_f64be", "mov", "A_PCM/FLOAT/IEEE"),
      ("pcm_u8", "mov", "A_PCM/INT/LIT"), ("pcm_s8", "mov", "A_PCM/INT/LIT"),
    ])
  func uncompressedSound(_ codec: String, _ container: String, _ identifier: String) throws {
    let made = folder.path("made." + container)
    _ = try ffmpeg(
      "-f", "lavfi", "-i", "sine=sample_rate=44100:duration=1.3", "-ac", "2", "-c:a", codec, made)
    let there = try remux(made, "there.mkv")
    #expect(try sound(there) == sound(made))
    #expect(try Program.other("mkvinfo", there).output.contains(identifier))
    // QuickTime's form is one that this FFmpeg knows.
    let back = try remux(there, "back.mp4")
    #expect(try sound(remux(back, "back.mov")) == sound(made))
    let verified = try Program.boxwalk("verify", back, "--quiet")
    #expect(verified.isDone, "\(verified.output)")
    let movie = try #require(MovieFile(BoxFile(try ByteSource(mapping: back).bytes)))
    #expect(movie.tracks.first?.mediaDuration == 57_330 && movie.tracks.first?.timescale == 44_100)
  }

  @Test(arguments: [
    (["-c:v", "prores_ks", "-profile:v", "hq", "-s", "64x48"], "mov", Int32(1)),
    (["-c:v", "h263", "-s", "176x144"], "3gp", 0), (["-c:v", "mpeg4", "-bf", "2"], "mp4", 0),
    (["-c:v", "mjpeg"], "mov", 0), (["-c:a", "alac"], "m4a", 0),
  ])
  func codingsComeBack(_ coding: [String], _ container: String, _ code: Int32) throws {
    let made = folder.path("made." + container)
    let source = coding[0] == "-c:v" ? "testsrc2=size=64x48:rate=10:duration=1" : "sine=duration=1"
    let result = try Program.other(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source] + coding + [made])
    #expect(result.code == 0, "\(result.errors)")
    func hashes(_ path: String) throws -> [Substring] {
      try ffmpeg("-i", path, "-f", "framehash", "-").split(separator: "\n")
        .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
    }
    let there = try remux(made, "there.mkv")
    #expect(try hashes(there) == hashes(made))
    // ProRes belongs to QuickTime, and a note says so.
    #expect(try hashes(remux(there, "back.mp4", code: code)) == hashes(made))
  }

  private static let subRip = """
    1
    00:00:00,500 --> 00:00:01,000
    One <b>bold</b> & <i>other</i>
    line

    2
    00:00:01,200 --> 00:00:01,900
    Zwei «2»


    """

  /// Texts as FFmpeg reads them, without the fonts that it names.
  private func shownTexts(_ path: String) throws -> String {
    try ffmpeg("-i", path, "-map", "0:s", "-f", "srt", "-")
      .replacing(/<\/?font[^>]*>/, with: "")
  }

  @Test func textsOfMoviesGoToMatroska() throws {
    let texts = try folder.write(Data(RemuxMatroskaTests.subRip.utf8), to: "t.srt")
    let made = folder.path("made.mp4")
    _ = try ffmpeg(
      "-i", Program.sample("clip-h264.mp4"), "-i", texts, "-map", "0:v", "-map", "1", "-c:v",
      "copy", "-c:s", "mov_text", "-metadata:s:s:0", "language=deu", made)
    let there = folder.path("there.mkv")
    let written = try Program.boxwalk("remux", made, "-o", there)
    #expect(written.code < 2, "\(written.errors)")
    let back = folder.path("back.mp4")
    #expect(try Program.boxwalk("remux", there, "-o", back).isDone)
    let codecs = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "s", "-show_entries",
      "stream=codec_name:stream_tags=language", "-of", "csv=p=0", there
    ).output
    #expect(codecs.contains("subrip,") && codecs.contains("deu") || codecs.contains("ger"))
    let expected = try shownTexts(made)
    #expect(try shownTexts(there) == expected)
    #expect(try shownTexts(back) == expected)
    #expect(try Program.boxwalk("verify", back, "--quiet").isDone)
  }

  /// Texts of FFmpeg's files become samples that FFmpeg reads; overlapping ones are shown together.
  @Test(arguments: ["srt", "ass", "webvtt"]) func textsOfMatroskaGoToMovies(_ codec: String) throws
  {
    let source = """
      WEBVTT

      a
      00:00:00.500 --> 00:00:01.500 line:0
      Hello <b>x</b>

      00:00:01.000 --> 00:00:02.000
      second


      """
    let texts = try folder.write(Data(source.utf8), to: "t.vtt")
    let made = folder.path("made.mkv")
    _ = try ffmpeg(
      "-i", Program.sample("clip-h264.mp4"), "-i", texts, "-map", "0:v", "-map", "1", "-c:v",
      "copy", "-c:s", codec, made)
    let movie = folder.path("movie.mp4")
    let read = try Program.boxwalk("remux", made, "-o", movie)
    #expect(read.code < 2, "\(read.errors)")
    #expect(!read.errors.contains("of the texts"), "\(read.errors)")
    #expect(try Program.boxwalk("verify", movie, "--quiet").isDone)
    let packets = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "s", "-show_entries",
      "packet=pts_time,duration_time", "-of", "csv=p=0", movie
    ).output.split(separator: "\n").map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    // FFmpeg 5.1 does not read WebVTT in MP4.
    if codec != "webvtt" {
      #expect(packets.contains("0.500000,0.500000"), "\(packets)")
      #expect(packets.contains("1.000000,0.500000") && packets.contains("1.500000,0.500000"))
    }
    if codec == "webvtt" {
      // Names, settings and overlaps come back as they were.
      let back = folder.path("back.mkv")
      #expect(try Program.boxwalk("remux", movie, "-o", back).code < 2)
      #expect(
        try ffmpeg("-i", back, "-map", "0:s", "-f", "webvtt", "-")
          == ffmpeg("-i", made, "-map", "0:s", "-f", "webvtt", "-"))
    } else {
      let shown = try shownTexts(movie)
      #expect(shown.replacing("\r\n", with: "\n").contains("Hello <b>x</b>\nsecond"), "\(shown)")
    }
  }

  /// Matroska's Range: 1 is limited, 2 is full.
  @Test(.needs("mkvinfo"), arguments: [("tv", 1), ("pc", 2)])
  func rangesOfColours(_ range: String, _ number: Int) throws {
    let (made, there) = (folder.path("made.mp4"), folder.path("there.mkv"))
    let coded = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1", "-c:v", "libx264",
      "-pix_fmt", "yuv420p", "-color_range", range, "-colorspace", "bt709", "-color_trc", "bt709",
      "-color_primaries", "bt709", made)
    try #require(coded.code == 0, "\(coded.errors)")
    #expect(try Program.boxwalk("remux", made, "-o", there).isDone)
    let info = try Program.other("mkvinfo", there).output
    #expect(info.contains("Color range: \(number)\n"), "\(info)")
  }

  @Test(.needs("mkvinfo"), arguments: [(0, 0), (90, -90), (180, -180), (270, 90)])
  func turns(_ turn: Int, _ roll: Int) throws {
    var file = BoxFile(try ByteSource(mapping: Program.sample("clip-h264.mp4")).bytes)
    let one: Int32 = 0x1_0000
    let values: [Int: (Int32, Int32, Int32, Int32)] = [
      0: (one, 0, 0, one), 90: (0, one, -one, 0), 180: (-one, 0, 0, -one), 270: (0, -one, one, 0),
    ]
    let wanted = try #require(values[turn])
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    var children = file.boxes[moov].children
    let trak = try #require(children.firstIndex { $0.type == "trak" })
    var parts = children[trak].children
    let header = try #require(parts.firstIndex { $0.type == "tkhd" })
    var matrix = TransformationMatrix()
    (matrix.a, matrix.b, matrix.c, matrix.d) = wanted
    parts[header][TrackHeaderBox.self]?.matrix = matrix
    children[trak].children = parts
    file.boxes[moov].children = children
    let made = try folder.write(Data(try file.encoded().bytes), to: "made.mp4")
    let there = folder.path("there.mkv")
    let written = try Program.boxwalk("remux", made, "-o", there)
    #expect(!written.errors.contains("turn"), "\(written.errors)")
    let info = try Program.other("mkvinfo", there).output
    #expect(info.contains("roll rotation: \(roll)") == (turn != 0), "\(info)")
    #expect(!info.contains("CRC-32 (invalid") && !info.contains(String(repeating: " ", count: 40)))
    func rotation(_ path: String) throws -> String {
      try Program.other(
        "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
        "stream_side_data=rotation", "-of", "csv=p=0", path
      ).output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let back = folder.path("back.mp4")
    #expect(try Program.boxwalk("remux", there, "-o", back).isDone)
    #expect(try rotation(back) == rotation(made) && rotation(there).hasSuffix(rotation(made)))
  }

  /// FFmpeg writes FLAC to MPEG-TS as data that no program reads.
  @Test func losslessSoundIsNotLostInTransportStreams() throws {
    let made = folder.path("made.mp4")
    _ = try ffmpeg(
      "-f", "lavfi", "-i", "sine=duration=1", "-c:a", "flac", "-strict", "-2", made)
    let result = try Program.boxwalk("remux", made, "-o", folder.path("new.ts"))
    #expect(result.code == 2 && result.errors.contains("'fLaC'"), "\(result.errors)")
  }

  /// Hidden audio that FLV plays is reported, as for other containers.
  @Test func hiddenSoundOfFLVIsSaid() throws {
    let source = folder.path("trimmed.mp4")
    let trimmed = try Program.boxwalk(
      "trim", Program.sample("clip-h264.mp4"), "--from", "0.5", "--hide", "-o", source)
    #expect(trimmed.isDone, "\(trimmed.errors)")
    let result = try Program.boxwalk("remux", source, "-o", folder.path("movie.flv"))
    #expect(result.code == 1)
    #expect(result.errors.contains("samples of audio of track 2 are hidden"), "\(result.errors)")
  }

  /// Of pictures with the same time, at most one is seen.
  @Test(.needs(encoders: "libx264")) func picturesWithoutTimesAreNamed() throws {
    let made = folder.path("made.mkv")
    _ = try ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25", "-frames:v", "16", "-c:v", "libx264",
      "-bf", "0", "-bsf:v", "setts=ts=0", made)
    let result = try Program.boxwalk("remux", made, "-o", folder.path("new.mp4"))
    #expect(
      result.code == 1 && result.errors.contains("15 of 16 frames have no time of their own"),
      "\(result.errors)")
  }
}
