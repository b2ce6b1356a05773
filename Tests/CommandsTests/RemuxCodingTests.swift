import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Codings and descriptions that containers without boxes have elsewhere, or not at all.
@Suite(.needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct RemuxCodingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func movie(_ path: String) throws -> (BoxFile, MovieFile) {
    let file = BoxFile(try ByteSource(mapping: path).bytes)
    return (file, try #require(MovieFile(file)))
  }

  private func samples(_ path: String) throws -> [Bytes] {
    let (file, movie) = try movie(path)
    return try movie.tracks.flatMap { track in
      try track.samples.map { try #require(file.bytes.part($0.fileRange)) }
    }
  }

  private static func media(_ ending: String) -> [String] {
    MediaFolder.files.filter { $0.hasSuffix(ending) }
  }

  private func ffmpeg(_ arguments: String...) throws {
    let result = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments)
    #expect(result.code == 0, "\(result.errors)")
  }

  /// FLV says neither the rate nor the channels of AC-3 and Enhanced AC-3: the first frame does.
  @Test(
    .needs("ffmpeg", "ffprobe"), arguments: [("ac3", "44100", "5.1"), ("eac3", "48000", "mono")])
  func dolbySoundComesBackFromFLV(_ codec: String, _ rate: String, _ layout: String) throws {
    let (made, there, back) = (
      folder.path("a.mp4"), folder.path("b.flv"), folder.path("c.mp4")
    )
    try ffmpeg(
      "-f", "lavfi", "-i", "sine=duration=1", "-ar", rate, "-channel_layout", layout, "-c:a", codec,
      made)
    #expect(try Program.boxwalk("remux", made, "-o", there).code < 2)
    let read = try Program.boxwalk("remux", there, "-o", back)
    #expect(read.isDone, "\(read.errors)")
    func facts(_ path: String) throws -> String {
      try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "stream=codec_name,sample_rate,channels", "-of",
        "csv=p=0", path
      ).output
    }
    #expect(try facts(back) == facts(made))
    #expect(try samples(back) == samples(made))
  }

  /// 96 kHz, which a sample entry of version 0 has no room for.
  @Test(.needs("ffmpeg", "ffprobe"))
  func highRatesOfSoundGoToMatroska() throws {
    let (made, there) = (folder.path("a.mp4"), folder.path("b.mkv"))
    try ffmpeg("-f", "lavfi", "-i", "sine=duration=1", "-ar", "96000", "-c:a", "aac", made)
    let result = try Program.boxwalk("remux", made, "-o", there)
    #expect(result.code < 2, "\(result.errors)")
    let rate = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=sample_rate", "-of", "csv=p=0", there
    ).output
    #expect(rate == "96000\n")
  }

  /// Lossless audio of MPEG-4 is not AAC.
  @Test(arguments: media("32bit_pcm_to_als.mp4"))
  func otherSoundOfMPEG4IsRefused(_ path: String) throws {
    for container in ["mkv", "flv"] {
      let result = try Program.boxwalk("remux", path, "-o", folder.path("new." + container))
      #expect(result.code == 2 && result.errors.contains("'mp4a'"), "\(result.errors)")
    }
  }

  /// FFmpeg does not recognise a stream of a few packets.
  @Test(.needs("ffmpeg", "ffprobe"))
  func shortTransportStreamsComeBack() throws {
    let (made, there, back) = (
      folder.path("a.mp4"), folder.path("b.ts"), folder.path("c.mp4")
    )
    try ffmpeg(
      "-f", "lavfi", "-i", "color=size=64x48:rate=10:duration=0.2", "-c:v", "libx264", made)
    #expect(try Program.boxwalk("remux", made, "-o", there).code < 2)
    let read = try Program.boxwalk("remux", there, "-o", back)
    #expect(read.isDone, "\(read.errors)")
    #expect(try movie(back).1.tracks.first?.sampleCount == 2)
  }

  /// Parameter sets that are in the samples alone, which the name of the sample entry has to allow; and Dolby Vision,
  /// which other containers do not get.
  @Test(arguments: media("dovi-p81.mp4"), ["mkv", "flv"])
  func setsInSamplesStayThere(_ path: String, _ container: String) throws {
    let (there, back) = (folder.path("b." + container), folder.path("c.mp4"))
    let written = try Program.boxwalk("remux", path, "-o", there)
    #expect(written.code == 1 && written.errors.contains("Dolby Vision"), "\(written.errors)")
    #expect(try Program.boxwalk("remux", there, "-o", back).isDone)
    let (_, movie) = try movie(back)
    #expect(movie.tracks.first?.sampleEntries.first?.type == "hev1")
    #expect(try Program.boxwalk("verify", back, "--quiet").isDone)
  }

  /// FLV has no second time for pictures of AV1: their time is when they are shown.
  @Test(arguments: media("/1967133.mp4"))
  func picturesOfAV1AreInStepInFLV(_ path: String) throws {
    let (there, back) = (folder.path("b.flv"), folder.path("c.mp4"))
    #expect(try Program.boxwalk("remux", path, "-o", there).code < 2)
    #expect(try Program.boxwalk("remux", there, "-o", back).isDone)
    func starts(_ path: String) throws -> [Double] {
      let (_, movie) = try movie(path)
      return movie.tracks.filter { $0.handlerType != "tmcd" }.compactMap(\.start)
    }
    let (old, new) = (try starts(path), try starts(back))
    #expect(old.count == 2 && new.count == 2, "\(old), \(new)")
    #expect(abs((old[1] - old[0]) - (new[1] - new[0])) < 0.0015, "\(old), \(new)")
  }

  /// Pictures that tables compose before they are decoded are shown late by FFmpeg if fragments say so, too.
  @Test(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
  func picturesWithNegativeOffsetsAreShownInTime() throws {
    let (made, there, back) = (
      folder.path("a.mp4"), folder.path("b.mp4"), folder.path("c.mp4")
    )
    try ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=3", "-c:v", "libx264", "-bf", "2",
      "-g", "10", "-movflags", "+negative_cts_offsets", made)
    let track = try #require(try movie(made).1.tracks.first)
    #expect(track.samples.contains { $0.compositionOffset < 0 })
    #expect(try Program.boxwalk("remux", made, "--fragment", "gop", "-o", there).isDone)
    #expect(try Program.boxwalk("remux", there, "--defragment", "-o", back).isDone)
    func times(_ path: String) throws -> [Double] {
      try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path
      ).output.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }.sorted()
    }
    let expected = try times(made)
    #expect(try expected.count == 30 && times(there) == expected && times(back) == expected)
  }

  /// AVI says only when pictures are decoded, and Xvid puts two pictures into a packet.
  @Test(
    .needs("ffmpeg"), .needs(encoders: "libxvid"),
    arguments: [("mpeg4", "0"), ("mpeg4", "2"), ("libxvid", "2")])
  func picturesOfAVIAreShownInOrder(_ encoder: String, _ count: String) throws {
    let (made, new) = (folder.path("made.avi"), folder.path("new.mp4"))
    try ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=3", "-vf",
      "noise=alls=20:allf=t+u",
      "-c:v", encoder, "-bf", count, "-q:v", "3", made)
    let result = try Program.boxwalk("remux", made, "-o", new)
    #expect(result.isDone, "\(result.errors)")
    let (old, shown) = (try ShownFrame.all(of: made), try ShownFrame.all(of: new))
    #expect(shown.count > 70 && shown.map(\.hash) == old.map(\.hash))
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $1.time > $0.time })
    #expect(try Program.boxwalk("verify", new, "--quiet").isDone)
  }
}
