import Editing
import Foundation
import ISOBMFF
import TestSupport
import Testing
import Verification

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
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1", "-f",
        "lavfi", "-i", "sine=frequency=300:duration=1", "-f", "lavfi", "-i",
        "sine=frequency=500:duration=1", "-i", text, "-map", "0", "-map", "1", "-map", "2", "-map",
        "3", "-c:v", "libx264", "-c:a", "aac", "-c:s", "mov_text", "-metadata:s:a:0",
        "language=eng",
        "-metadata:s:a:1", "language=slv", path,
      ])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  private func streams(_ path: String) throws -> [String] {
    try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries",
        "stream=codec_type:stream_disposition=default:stream_tags=language", "-of", "csv=p=0", path,
      ]
    ).output.split(separator: "\n").map(String.init)
  }

  private func packets(_ path: String, _ stream: String) throws -> String {
    try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_data_hash", "MD5",
        "-show_entries", "packet=pts,data_hash", "-of", "csv=p=0", path,
      ]
    ).output
  }

  @Test func tracksGo() throws {
    let source = try movie()
    let output = try folder.edited(source, as: "a.mp4") { edit throws(EditError) in
      try edit.removeTracks([2, 4])
    }
    #expect(try streams(output).map { $0.prefix(5) } == ["video", "audio"])
    #expect(try packets(output, "v") == packets(source, "v"))
    #expect(try packets(output, "a:0") == packets(source, "a:1"))
    #expect(try findings(output).allSatisfy { $0.severity < .error })
    var edit = Edit(try ByteSource(mapping: source).bytes)
    #expect(throws: EditError.self) { try edit.removeTracks([1, 2, 3, 4]) }
  }

  @Test func languagesAndDefaultsAreStated() throws {
    let source = try movie()
    let output = try folder.edited(source, as: "a.mp4") { edit throws(EditError) in
      try edit.setLanguage(ofTrack: 2, "deu")
      try edit.playByDefault(track: 3)
    }
    #expect(try streams(output).filter { $0.hasPrefix("audio") } == ["audio,0,deu", "audio,1,slv"])
    for stream in ["v", "a:0", "a:1", "s"] {
      #expect(try packets(output, stream) == packets(source, stream))
    }
    var edit = Edit(try ByteSource(mapping: source).bytes)
    #expect(throws: EditError.self) { try edit.setLanguage(ofTrack: 2, "german") }
  }

  @Test(.needs("exiftool")) func tracksAreOrderedAndNamed() throws {
    let source = try movie()
    let order = try #require(TrackList(argument: "3,text"))
    let output = try folder.edited(source, as: "a.mp4") { edit throws(EditError) in
      try edit.setTitle(ofTrack: 3, "Režiser = on")
      try edit.orderTracks(order)
    }
    #expect(try streams(output).map { $0.prefix(5) } == ["audio", "subti", "video", "audio"])
    #expect(try packets(output, "a:0") == packets(source, "a:1"))
    #expect(try packets(output, "v") == packets(source, "v"))
    func titles(_ path: String) throws -> String {
      try InstalledProgram.run("exiftool", ["-s3", "-Track1Name", path]).output
    }
    #expect(try titles(output) == "Režiser = on\n")
    #expect(try findings(output).allSatisfy { $0.severity < .error })
    let again = try folder.edited(output, as: "b.mp4") { edit throws(EditError) in
      try edit.setTitle(ofTrack: 3, "")
    }
    #expect(try titles(again).isEmpty)
    let unknown = try #require(TrackList(argument: "9"))
    var edit = Edit(try ByteSource(mapping: source).bytes)
    let error = #expect(throws: EditError.self) { try edit.orderTracks(unknown) }
    #expect(error?.message.contains("has no track 9") == true)
  }
}
