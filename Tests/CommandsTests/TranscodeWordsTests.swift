import Foundation
import TestSupport
import Testing

/// What `transcode` says of movies, before and after.
@Suite(.needs("ffprobe", "ffmpeg"), .needs(encoders: "libx264", "libx265"))
struct TranscodeWordsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let pictures = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=10:duration=1"]

  private func make(_ name: String, _ arguments: [String]) throws -> String {
    let path = folder.path(name)
    let made = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  /// HLG that only the parameter sets state: ffmpeg writes no `colr` with this option.
  @Test func lightThatOnlyTheStreamStatesIsNamed() throws {
    let source = try make(
      "hlg.mov",
      Self.pictures + [
        "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
        "log-level=none:colorprim=9:transfer=18:colormatrix=9", "-movflags", "-write_colr",
      ])
    #expect(try Data(contentsOf: URL(fileURLWithPath: source)).range(of: Data("colr".utf8)) == nil)
    let presets = try Program.boxwalk("transcode", "--presets", source).output
    #expect(presets.contains("compatible  H.264, 160 × 120, HDR becomes SDR;"), "\(presets)")
    #expect(presets.contains("small       HEVC, 160 × 120, HDR;"), "\(presets)")
    let result = try Program.boxwalk("transcode", source, "-o", folder.path("a.mov"))
    #expect(result.code == 0 && result.errors.contains("HDR was brought"), "\(result.errors)")
    // A stream of HEVC stays as it is, unless its light has to be mapped.
    let mapped = folder.path("b.mov")
    let sdr = try Program.boxwalk("transcode", source, "-o", mapped, "-p", "hevc", "--hdr", "sdr")
    #expect(sdr.code == 0, "\(sdr.errors)")
    let colours = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=color_transfer", "-of", "csv=p=0", mapped)
    #expect(colours.output.hasPrefix("bt709"), "\(colours.output)")
  }

  @Test func presetsOfSoundSpeakOfNoPictures() throws {
    let song = folder.path("song.m4a")
    #expect(
      try Program.other(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", song
      ).code == 0)
    let presets = try Program.boxwalk("transcode", "--presets", song).output
    #expect(presets.contains("compatible  no video; audio stays as it is"), "\(presets)")
    #expect(presets.contains("audio       no video; audio stays as it is"), "\(presets)")
    #expect(!presets.contains("already"), "\(presets)")
  }

  @Test func soundThatExceedsTheLargestSizeIsTheReason() throws {
    let source = try make(
      "loud.mov",
      Self.pictures + [
        "-f", "lavfi", "-i", "sine=duration=2", "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
        "log-level=none", "-c:a", "pcm_s16le",
      ])
    let result = try Program.boxwalk(
      "transcode", source, "-o", folder.path("a.mov"), "--max-file-size", "60k", "--audio", "keep")
    #expect(result.code == 2, "\(result.errors)")
    #expect(
      result.errors.contains("bytes without its frames, more than --max-file-size"),
      "\(result.errors)"
    )
  }

  @Test func tracksThatStayAreNamed() throws {
    let source = try make(
      "two.mov",
      Self.pictures + Self.pictures + [
        "-map", "0", "-map", "1", "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
        "log-level=none", "-disposition:v:0", "default", "-disposition:v:1", "0",
      ])
    let words = "track 2 stays HEVC"
    let presets = try Program.boxwalk("transcode", "--presets", source).output
    #expect(presets.contains("compatible  H.264, 160 × 120; \(words); no audio"), "\(presets)")
    #expect(presets.contains("HEVC already, which stays as it is; no audio"), "\(presets)")
    let result = try Program.boxwalk("transcode", source, "-o", folder.path("a.mov"))
    #expect(result.code == 0 && result.errors.contains(words), "\(result.errors)")
    let both = try Program.boxwalk(
      "transcode", source, "-o", folder.path("b.mov"), "--track", "1", "--track", "2")
    #expect(both.code == 0 && !both.errors.contains("stays"), "\(both.errors)")
    let codings = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0",
      folder.path("b.mov"))
    #expect(codings.output == "h264\nh264\n", "\(codings.output)")
  }

  /// Luma and chroma are not tagged as red, green and blue, and ffmpeg shows the colours of the original.
  @Test(arguments: ["compatible", "hevc-540p"]) func coloursOfRGBAreTagged(preset: String) throws {
    let source = try make(
      "rgb.mov",
      ["-f", "lavfi", "-i", "color=0x20C040:s=64x64:d=0.2", "-vf", "format=rgb24", "-c:v", "png"])
    let output = folder.path("a.mov")
    let result = try Program.boxwalk("transcode", source, "-p", preset, "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    let space = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=color_space", "-of", "csv=p=0", output)
    #expect(space.output == "bt709\n" || space.output == "unknown\n", "\(space.output)")
    let pixel = folder.path("pixel.rgb")
    let decoded = try Program.other(
      "ffmpeg", "-v", "error", "-i", output, "-frames:v", "1", "-vf",
      "crop=2:2:30:30,scale=in_color_matrix=bt709,format=rgb24", "-f", "rawvideo", pixel)
    #expect(decoded.code == 0, "\(decoded.errors)")
    let shown = try Data(contentsOf: URL(fileURLWithPath: pixel)).prefix(3).map { Int($0) }
    #expect(
      zip(shown, [0x20, 0xC0, 0x40]).allSatisfy { abs($0 - $1) < 8 } && shown.count == 3,
      "\(shown)")
  }

  @Test func soundHasNoSizeOfPictures() throws {
    let source = try make(
      "a.mov", Self.pictures + ["-f", "lavfi", "-i", "sine=duration=1", "-c:v", "mjpeg"])
    let output = folder.path("a.m4a")
    let result = try Program.boxwalk("transcode", source, "-p", "audio", "-o", output)
    #expect(result.code == 0 && !result.output.contains("×"), "\(result.output)")
    #expect(result.errors.contains("keeps only its audio, without video"), "\(result.errors)")
    #expect(result.errors.contains("is an M4A file now"), "\(result.errors)")
    let start = try Data(contentsOf: URL(fileURLWithPath: output)).prefix(12)
    #expect(start.suffix(4) == Data("M4A ".utf8))
    let again = try Program.boxwalk(
      "transcode", output, "-p", "audio", "-q", "40", "-o", folder.path("b.m4a"))
    #expect(again.code == 0 && !again.output.contains("×"), "\(again.output)")
    #expect(!again.errors.contains("without"), "\(again.errors)")
  }

  @Test(arguments: ["txt", "jpg", "webm"]) func namesOfOtherFilesAreRefused(_ ending: String) throws
  {
    let source = Program.sample("clip-hevc.mov")
    let result = try Program.boxwalk("transcode", source, "-o", folder.path("a.\(ending)"))
    #expect(
      result.code == 64 && result.errors.contains("the name of another kind of file"),
      "\(result.errors)")
    // A folder may have any name.
    let inside = try Program.boxwalk("transcode", source, "-o", folder.path("to.\(ending)") + "/")
    #expect(inside.code == 0, "\(inside.errors)")
  }

  @Test(.needs(encoders: "libsvtav1")) func picturesTooSmallForAV1() throws {
    let source = try make("tiny.mov", Self.pictures + ["-vf", "scale=16:16", "-c:v", "mjpeg"])
    let result = try Program.boxwalk("transcode", source, "-o", folder.path("a.mov"), "-p", "av1")
    // Newer versions code them.
    #expect(
      result.code == 0 || result.errors.contains("16 × 16 are too small"), "\(result.errors)")
  }
}
