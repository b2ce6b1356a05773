import Foundation
import TestSupport
import Testing

/// Streams at addresses, beside the same ones in a folder.
@Suite(.needs("python3"), .needs("libcurl", if: { try FarLibrary.isThere() }))
struct FarStreamTests {
  private let folder: Folder
  private let server: FarServer

  init() throws {
    folder = try Folder()
    let made = try Program.boxwalk(
      "hls", Program.sample("clip-h264.mp4"), "-o", folder.path("s"), "--segment", "1")
    #expect(made.code == 0, "\(made.errors)")
    server = try FarServer(folder.path("s"))
  }

  @Test(arguments: [
    ["inspect", "--segments", "multivariant.m3u8"], ["verify", "multivariant.m3u8"],
    ["inspect", "--segments", "stream.mpd"], ["verify", "stream.mpd"],
    ["inspect", "--samples", "--csv", "video-1.m3u8"],
    ["extract", "--track", "1", "-o", "-", "multivariant.m3u8"],
  ])
  func farStreamsAreAsNearOnes(_ words: [String]) throws {
    let (options, name) = (Array(words.dropLast()), words[words.count - 1])
    let near = folder.path("s/" + name)
    let far = server.address("plain", name)
    let expected = try Program.boxwalk(options + [near])
    let result = try Program.boxwalk(options + ["--allow-private", far])
    #expect(expected.code == 0 && result.code == 0, "\(result.output) \(result.errors)")
    #expect(
      result.data == Data(expected.output.replacing(near, with: far).utf8)
        || result.data == expected.data)
  }

  @Test func whatIsMissingIsNamed() throws {
    try FileManager.default.removeItem(atPath: folder.path("s/video-1-00002.m4s"))
    let result = try Program.boxwalk(
      "verify", "--allow-private", server.address("plain", "multivariant.m3u8"))
    #expect(
      result.code == 2
        && result.output.contains("video-1-00002.m4s cannot be read: the server answers 404"),
      "\(result.output)")
    #expect(result.output.contains("[stream-segment-missing]"))
  }

  /// The limits count all files of the stream.
  @Test func limitsHoldForTheWholeStream() throws {
    let result = try Program.boxwalk(
      "verify", "--allow-private", "--max-requests", "6",
      server.address("plain", "multivariant.m3u8"))
    #expect(result.code == 2 && result.errors.contains("--max-requests"), "\(result.errors)")
    #expect(server.requests.count <= 8)
    let short = try Program.boxwalk(
      "verify", "--allow-private", "--max-bytes", "100000",
      server.address("plain", "multivariant.m3u8"))
    #expect(short.code == 2 && short.errors.contains("--max-bytes"), "\(short.errors)")
    #expect(server.requests.reduce(0) { $0 + $1.sent } < 300_000)
  }

  @Test func privateAddressesAndFilesAreRefused() throws {
    let document = server.address("plain", "multivariant.m3u8")
    let refused = try Program.boxwalk("verify", document)
    #expect(refused.code == 2 && refused.errors.contains("--allow-private"), "\(refused.errors)")
    let text = try String(contentsOfFile: folder.path("s/video-1.m3u8"), encoding: .utf8)
    try text.replacing("video-1-00002.m4s", with: "file:///etc/passwd").write(
      toFile: folder.path("s/evil.m3u8"), atomically: true, encoding: .utf8)
    let result = try Program.boxwalk(
      "verify", "--allow-private", server.address("plain", "evil.m3u8"))
    #expect(
      result.code == 2 && result.output.contains("[stream-address-refused]"), "\(result.output)")
  }

  @Test func aFarStreamIsFollowed() throws {
    let ended = try Program.boxwalk(
      "monitor", "--allow-private", server.address("plain", "multivariant.m3u8"))
    #expect(
      ended.code == 0 && ended.output.contains("read 1 time, 9 segments of 2.5 s"),
      "\(ended.output)\(ended.errors)")
    let text = try String(contentsOfFile: folder.path("s/video-1.m3u8"), encoding: .utf8)
    try text.replacing("#EXT-X-ENDLIST", with: "").replacing("VOD", with: "EVENT").write(
      toFile: folder.path("s/live.m3u8"), atomically: true, encoding: .utf8)
    let address = server.address("plain", "live.m3u8")
    let live = try Program.boxwalk(
      "monitor", "--allow-private", "--times", "3", "--every", "0", address)
    #expect(
      live.code == 0 && live.output.contains("read 3 times, 3 segments of 2.5 s: no findings"),
      "\(live.output)\(live.errors)")
    // The playlist is asked for each time.
    #expect(server.requests.count { $0.address == "/plain/live.m3u8" } == 3)
  }

  @Test(.needs("ffprobe")) func aFarStreamIsTranscoded() throws {
    let output = folder.path("movie.mp4")
    let result = try Program.boxwalk(
      "transcode", "--allow-private", server.address("plain", "multivariant.m3u8"), "-o", output,
      "--speed", "fast")
    #expect(result.code == 0, "\(result.errors)")
    let probed = try Program.other(
      "ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0", "-show_entries",
      "stream=nb_read_packets", "-of", "csv=p=0", output)
    #expect(probed.output.hasPrefix("75"))
  }
}
