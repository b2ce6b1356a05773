import Foundation
import TestSupport
import Testing

/// Movies from which tracks were taken, as ffprobe sees them.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct TrackTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Pictures, audio in two languages, and a text.
  private func movie() throws -> String {
    let (path, text) = (folder.path("movie.mp4"), folder.path("text.srt"))
    try "1\n00:00:00,000 --> 00:00:01,000\nHello\n".write(
      toFile: text, atomically: true, encoding: .utf8)
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1", "-f",
      "lavfi", "-i", "sine=frequency=300:duration=1", "-f", "lavfi", "-i",
      "sine=frequency=500:duration=1", "-i", text, "-map", "0", "-map", "1", "-map", "2", "-map",
      "3", "-c:v", "libx264", "-c:a", "aac", "-c:s", "mov_text", "-metadata:s:a:0", "language=eng",
      "-metadata:s:a:1", "language=slv", path)
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  @Test func whatDoesNotChangeIsNotSaid() throws {
    let (source, output) = (try movie(), folder.path("new.mp4"))
    let result = try Program.boxwalk("track", source, "--title", "2=", "-o", output)
    #expect(result.code == 0 && !result.output.contains("no title now"), "\(result.output)")
    #expect(try Program.boxwalk("track", source, "--order", "1,1", "-o", output).code == 64)
  }

  private func streams(_ path: String) throws -> [String] {
    try Program.other(
      "ffprobe", "-v", "error", "-show_entries",
      "stream=codec_type:stream_disposition=default:stream_tags=language", "-of", "csv=p=0", path
    ).output.split(separator: "\n").map(String.init)
  }

  private func packets(_ path: String, _ stream: String) throws -> String {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", stream, "-show_data_hash", "MD5",
      "-show_entries", "packet=pts,data_hash", "-of", "csv=p=0", path
    ).output
  }

  @Test func tracksGo() throws {
    let (source, output) = (try movie(), folder.path("a.mp4"))
    let result = try Program.boxwalk("track", source, "--drop", "2,text", "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try streams(output).map { $0.prefix(5) } == ["video", "audio"])
    #expect(try packets(output, "v") == packets(source, "v"))
    #expect(try packets(output, "a:0") == packets(source, "a:1"))
    let kept = try Program.boxwalk("track", source, "--keep", "video,3", "-o", output, "--force")
    #expect(kept.code == 0, "\(kept.errors)")
    #expect(try packets(output, "a:0") == packets(source, "a:1"))
    #expect(try Program.boxwalk("verify", output).code <= 1)
    for wrong in [["--drop", "9"], ["--drop", "video,audio,text"]] {
      let output = folder.path("none.mp4")
      #expect(try Program.boxwalk(["track", source, "-o", output] + wrong).code == 2)
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    #expect(try Program.boxwalk("track", source, "--drop", "pictures", "-o", output).code == 64)
  }

  @Test func languagesAndDefaultsAreStated() throws {
    let (source, output) = (try movie(), folder.path("a.mp4"))
    let result = try Program.boxwalk(
      "track", source, "--language", "2=deu", "--default", "3", "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try streams(output).filter { $0.hasPrefix("audio") } == ["audio,0,deu", "audio,1,slv"])
    for stream in ["v", "a:0", "a:1", "s"] {
      #expect(try packets(output, stream) == packets(source, stream))
    }
    #expect(
      try Program.boxwalk("track", source, "--language", "2=german", "-o", output, "-f").code != 0)
  }

  @Test func soundGoes() throws {
    let (source, output) = (Program.sample("clip-hevc.mov"), folder.path("a.mov"))
    let result = try Program.boxwalk("mute", source, "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try !streams(output).contains { $0.hasPrefix("audio") })
    #expect(try packets(output, "v") == packets(source, "v"))
    let again = try Program.boxwalk("mute", output, "-o", folder.path("b.mov"))
    #expect(again.output.contains("no audio") || again.errors.contains("no audio"))
  }

  @Test(.needs("exiftool")) func tracksAreOrderedAndNamed() throws {
    let (source, output) = (try movie(), folder.path("a.mp4"))
    let result = try Program.boxwalk(
      "track", source, "--order", "3,text", "--title", "3=Režiser = on", "-o", output)
    #expect(result.isDone, "\(result.errors)")
    #expect(try streams(output).map { $0.prefix(5) } == ["audio", "subti", "video", "audio"])
    #expect(try packets(output, "a:0") == packets(source, "a:1"))
    #expect(try packets(output, "v") == packets(source, "v"))
    func titles(_ path: String) throws -> String {
      try Program.other("exiftool", "-s3", "-Track1Name", path).output
    }
    #expect(try titles(output) == "Režiser = on\n")
    #expect(try Program.boxwalk("verify", output, "--quiet").isDone)
    let again = folder.path("b.mp4")
    #expect(try Program.boxwalk("track", output, "--title", "3=", "-o", again).isDone)
    #expect(try titles(again).isEmpty)
    let unknown = try Program.boxwalk("track", source, "--order", "9", "-o", again, "--force")
    #expect(unknown.code == 2 && unknown.errors.contains("has no track 9"), "\(unknown.errors)")
  }
}
