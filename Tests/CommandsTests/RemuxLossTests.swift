import ISOBMFF
import Movie
import TestSupport
import Testing

/// What containers say of tracks comes back, or its loss is named.
@Suite(
  .needs("ffmpeg", "ffprobe"),
  .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct RemuxLossTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func ffmpeg(_ arguments: [String], _ output: String) throws -> String {
    let output = folder.path(output)
    let result = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments + [output])
    #expect(result.code == 0, "\(result.errors)")
    return output
  }

  private static let sources = [
    "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1", "-f", "lavfi", "-i",
    "sine=sample_rate=44100:duration=1",
  ]

  @Test(arguments: [
    ("flv", "mp3", "Sorenson H.263"), ("flashsv", "mp3", "Screen video"),
    ("libx264", "adpcm_swf", "ADPCM"), ("libx264", "pcm_s16le", "PCM, little-endian"),
  ])
  func codingsOfFLVThatAreLost(_ video: String, _ sound: String, _ name: String) throws {
    let made = try ffmpeg(RemuxLossTests.sources + ["-c:v", video, "-c:a", sound], "made.flv")
    let result = try Program.boxwalk("remux", made, "-o", folder.path("new.mp4"))
    #expect(result.code == 1 && result.errors.contains("'\(name)'"), "\(result.errors)")
  }

  @Test func tracksThatAreNotDefaultStayDisabled() throws {
    let made = try ffmpeg(
      RemuxLossTests.sources + [
        "-map", "0", "-map", "1", "-map", "1", "-c:v", "mpeg4", "-c:a", "aac", "-disposition:a:0",
        "0", "-disposition:a:1", "default",
      ], "made.mkv")
    let new = folder.path("new.mp4")
    #expect(try Program.boxwalk("remux", made, "-o", new).code < 2)
    let movie = try #require(MovieFile(BoxFile(try ByteSource(mapping: new).bytes)))
    #expect(movie.tracks.map(\.isEnabled) == [true, false, true])
  }

  /// The start times of pictures and audio, as FFmpeg reads them.
  private func starts(_ path: String) throws -> [Double] {
    try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", path
    ).output.split(separator: "\n").compactMap { Double($0) }
  }

  @Test func opusDoesNotDelayPictures() throws {
    let made = try ffmpeg(
      RemuxLossTests.sources + ["-c:v", "mpeg4", "-c:a", "libopus"], "made.mp4")
    var (file, expected) = (made, try starts(made)[0])
    for name in ["1.mkv", "2.mp4", "3.mkv", "4.mp4"] {
      let next = folder.path(name)
      #expect(try Program.boxwalk("remux", file, "-o", next).code < 2)
      #expect(try abs(starts(next)[0] - expected) < 0.001, "\(name)")
      file = next
    }
    expected = try starts(folder.path("1.mkv"))[1]
    #expect(abs(expected + 0.0065) < 0.001)
  }

  @Test func languagesAndTitlesThatAreLost() throws {
    let made = try ffmpeg(
      RemuxLossTests.sources + [
        "-c:v", "libx264", "-c:a", "aac", "-metadata:s:a", "language=slv", "-metadata:s:a",
        "title=Komentar",
      ], "made.mp4")
    let flash = try Program.boxwalk("remux", made, "-o", folder.path("new.flv"))
    #expect(flash.code == 1 && flash.errors.contains("the language 'slv' of track 2"))
    #expect(flash.errors.contains("the title 'Komentar' of track 2"), "\(flash.errors)")
    let stream = try Program.boxwalk("remux", made, "-o", folder.path("new.ts"))
    #expect(stream.code == 1 && !stream.errors.contains("language"), "\(stream.errors)")
    #expect(stream.errors.contains("the title 'Komentar' of track 2"), "\(stream.errors)")
  }

  /// MPEG-TS holds no metadata of the movie.
  @Test func metadataThatIsLost() throws {
    let stream = try Program.boxwalk(
      "remux", Program.sample("clip-hevc.mov"), "-o", folder.path("keys.ts"))
    #expect(stream.code == 1, "\(stream)")
    for words in ["the metadata of 'com.apple.quicktime.", "the date of the movie"] {
      #expect(stream.errors.contains(words), "\(stream.errors)")
    }
  }

  /// What libavformat keeps beside pictures and packets is not written.
  @Test(.needs(encoders: "libvpx-vp9")) func whatWebMHasBesidePicturesIsNamed() throws {
    let made = try ffmpeg(
      [
        "-f", "lavfi", "-i", "color=red@0.5:s=64x48:r=10:d=0.5,format=yuva420p", "-c:v",
        "libvpx-vp9", "-pix_fmt", "yuva420p", "-metadata:s:v", "MOOD=calm",
      ], "made.webm")
    let result = try Program.boxwalk("remux", made, "-o", folder.path("new.mp4"))
    #expect(result.code == 1, "\(result)")
    for words in ["not carried over: transparency (track 1)", "the tag MOOD (track 1)"] {
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    let opaque = try ffmpeg(
      RemuxLossTests.sources + ["-c:v", "libvpx-vp9", "-c:a", "libopus"], "opaque.webm")
    let kept = try Program.boxwalk("remux", opaque, "-o", folder.path("opaque.mp4"))
    #expect(kept.code == 0, "\(kept)")
  }
}
