import Foundation
import TestSupport
import Testing

/// Compares streams at URLs with the same ones in a folder.
@Suite(.needs("python3"), .needs("libcurl", if: { try FarLibrary.isThere() }))
struct FarStreamInputTests {
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

  // MARK: Redirects

  /// URLs in a document are relative to its final URL, not to the requested one.
  @Test(arguments: ["multivariant.m3u8", "video-1.m3u8", "stream.mpd"])
  func addressesCountFromWhereADocumentWasFound(_ name: String) throws {
    let there = server.address("moved", name)
    for options in [["inspect", "--segments"], ["verify"]] {
      let near = try Program.boxwalk(options + [folder.path("s/" + name)])
      let far = try Program.boxwalk(options + ["--allow-private", there])
      #expect(far.code == 0, "\(far.output) \(far.errors)")
      #expect(far.output == near.output.replacing(folder.path("s/" + name), with: there))
    }
    #expect(server.requests.allSatisfy { $0.status != "404" })
    #expect(server.requests.contains { $0.address == "/plain/video-1-00002.m4s" })
  }

  /// The same for a playlist that another one names.
  @Test(.needs("ffprobe")) func namedPlaylistsMayBeMoved() throws {
    let whole = folder.path("s/multivariant.m3u8")
    let text = try String(contentsOfFile: whole, encoding: .utf8)
    try text.replacing("video-1.m3u8", with: "/moved/video-1.m3u8").write(
      toFile: folder.path("s/far.m3u8"), atomically: true, encoding: .utf8)
    let there = server.address("plain", "far.m3u8")
    let far = try Program.boxwalk("verify", "--allow-private", there)
    #expect(far.code == 0 && far.output == "\(there): no findings\n", "\(far.output)")
    #expect(server.requests.contains { $0.address == "/moved/video-1.m3u8" })
    let listed = try Program.boxwalk(
      "inspect", "--allow-private", "--samples", "--csv", "--track", "1", there)
    let probed = try Program.other(
      "ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0", "-show_entries",
      "stream=nb_read_packets", "-of", "csv=p=0", there)
    #expect(probed.output.hasPrefix("75"), "\(probed.output)\(probed.errors)")
    #expect(listed.output.split(separator: "\n").count == 76, "\(listed.errors)")
  }

  /// The server in the URL gets the header, and the target of a redirect does not.
  @Test func theServerThatIsRedirectedToGetsNoHeader() throws {
    let other = try FarServer(folder.path("s"))
    let there = server.address("to", "localhost:\(other.port)/member/video-1.m3u8")
    let refused = try Program.boxwalk(
      "verify", "--allow-private", "--header", "Authorization: Bearer secret", there)
    #expect(refused.code == 2 && refused.errors.contains("answers 401"), "\(refused.errors)")
    let far = try Program.boxwalk(
      "verify", "--allow-private",
      server.address("to", "localhost:\(other.port)/plain/video-1.m3u8"))
    #expect(far.code == 0, "\(far.output)\(far.errors)")
    #expect(server.requests.count == 2 && other.requests.count >= 5)
  }

  // MARK: Requests

  private func transfer(_ line: some StringProtocol) throws -> (requests: Int, bytes: Int) {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let transfer = try #require(value?["transfer"] as? [String: Any], "\(line)")
    return (
      try #require(transfer["requests"] as? Int), try #require(transfer["bytes"] as? Int)
    )
  }

  /// The numbers of all requests and bytes are reported, with segments and redirects.
  @Test(arguments: [
    ["inspect", "--json", "plain/multivariant.m3u8"], ["verify", "--json", "moved/stream.mpd"],
    ["monitor", "--json", "moved/multivariant.m3u8"],
    ["inspect", "--json", "--rendition", "video-1", "plain/multivariant.m3u8"],
  ])
  func whatWasAskedIsSaid(_ words: [String]) throws {
    let target = words[words.count - 1].split(separator: "/")
    let there = server.address(String(target[0]), String(target[1]))
    let result = try Program.boxwalk(words.dropLast() + ["--allow-private", "--verbose", there])
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let said = try transfer(try #require(result.output.split(separator: "\n").last))
    #expect(said.requests > 9)
    #expect(wait { server.requests.count == said.requests }, "\(said) \(server.requests.count)")
    #expect(server.requests.reduce(0) { $0 + $1.sent } == said.bytes)
    let bytes = said.bytes.formatted(.number.locale(Locale(identifier: "en_US")))
    #expect(
      result.errors.contains("\(said.requests) requests, \(bytes) bytes"), "\(result.errors)")
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
    #expect(result.code == 2 && result.output.contains("--max-requests"), "\(result.errors)")
    #expect(server.requests.count <= 8)
    let short = try Program.boxwalk(
      "verify", "--allow-private", "--max-bytes", "100000",
      server.address("plain", "multivariant.m3u8"))
    #expect(short.code == 2 && short.output.contains("--max-bytes"), "\(short.errors)")
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

  /// Requests for the start of a file: long ones take another request or two for the rest.
  private func starts(_ server: FarServer) -> [FarServer.Request] {
    server.requests.filter { $0.range == "-" || $0.range.hasPrefix("bytes=0-") }
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
    let other = try FarServer(folder.path("s"))
    let address = other.address("plain", "live.m3u8")
    let live = try Program.boxwalk(
      "monitor", "--allow-private", "--times", "3", "--every", "0", address)
    #expect(
      live.code == 0 && live.output.contains("read 3 times, 3 segments of 2.5 s: no findings"),
      "\(live.output)\(live.errors)")
    // The playlist is asked for each time, and each segment once.
    #expect(wait { starts(other).count == 7 })
    let count = Dictionary(grouping: starts(other), by: \.address).mapValues(\.count)
    let segments = (1...3).map { "/plain/video-1-0000\($0).m4s" } + ["/plain/video-1-init.mp4"]
    let wanted = Dictionary(uniqueKeysWithValues: segments.map { ($0, 1) })
    #expect(count == wanted.merging(["/plain/live.m3u8": 3]) { $1 })
  }

  /// A playlist that changes with each request, as an encoder writes it: new segments are read once, under any name.
  @Test func eachSegmentOfALiveStreamIsReadOnce() throws {
    let live = try FarServer(folder.path("s"))
    let result = try Program.boxwalk(
      "monitor", "--allow-private", "--json", "--times", "6", "--every", "0",
      live.address("live", "video-1.m3u8"))
    #expect(result.code <= 1, "\(result.output)\(result.errors)")
    let last = try #require(result.output.split(separator: "\n").last)
    #expect(last.contains(#""observations":6"#) && last.contains(#""segments":7"#), "\(last)")
    let said = try transfer(last)
    #expect(wait { live.requests.count == said.requests })
    #expect(live.requests.reduce(0) { $0 + $1.sent } == said.bytes)
    // Six readings of the playlist, an initialization segment, and seven segments, which use three names in turn.
    let count = Dictionary(grouping: starts(live), by: \.address).mapValues(\.count)
    #expect(count["/live/video-1.m3u8"] == 6 && count["/live/video-1-init.mp4"] == 1)
    #expect(count.filter { $0.key.hasSuffix(".m4s") }.values.reduce(0, +) == 7, "\(count)")
    #expect(count.count == 5)
  }

  // MARK: Servers that do badly

  /// Runs the command with 16 MB for any file and 20 s of processor time, and returns its memory use, in KiB.
  private func bounded(_ arguments: [String]) throws -> (result: Program.Result, memory: Int) {
    let script = """
      import resource, subprocess, sys
      resource.setrlimit(resource.RLIMIT_FSIZE, (16 << 20, 16 << 20))
      resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
      code = subprocess.call(sys.argv[1:])
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
      sys.exit(code)
      """
    let program = Program.products.appendingPathComponent("boxwalk").path
    let result = try Program.other("python3", ["-c", script, program] + arguments)
    let last = try #require(result.errors.split(separator: "\n").last)
    return (result, try #require(Int(last)))
  }

  /// An error in a playlist that another one names is reported, and the rest is checked.
  @Test(arguments: [
    ("endless", "has more than 4,194,304 bytes"), ("loop", "more than 10 times"),
    ("tofile", "neither http nor https"), ("headers", "256 KiB of headers"),
    ("packed", "compressed (gzip)"), ("cut", "the connection broke"), ("page", "is not a playlist"),
    ("drip", "takes longer than the limit"), ("always/403", "403 (not allowed)"),
    ("negative", "like an HTTP server"), ("nowhere", "does not say where to"),
  ])
  func playlistsOfBadServersAreNamed(_ way: String, _ words: String) throws {
    let text = try String(contentsOfFile: folder.path("s/multivariant.m3u8"), encoding: .utf8)
    try text.replacing("video-1.m3u8", with: "/\(way)/video-1.m3u8").write(
      toFile: folder.path("s/bad.m3u8"), atomically: true, encoding: .utf8)
    let (result, memory) = try bounded([
      "verify", "--allow-private", "--max-bytes", "4M", "--max-time", "4",
      server.address("plain", "bad.m3u8"),
    ])
    #expect(result.code == 2, "\(result.output)\(result.errors)")
    #expect(
      result.output.contains("/\(way)/video-1.m3u8 ") && result.output.contains(words),
      "\(result.output)\(result.errors)")
    #expect(memory < 400_000, "\(memory)")
  }

  /// The same of a segment.
  @Test(arguments: [
    ("endless", "--max-bytes"), ("loop", "more than 10 times"),
    ("tofile", "neither http nor https"), ("headers", "256 KiB of headers"),
    ("packed", "compressed (gzip)"), ("cut", "the connection broke"), ("changing", "was changed"),
    ("growing", "was changed"), ("blind", "was changed"), ("shifted", "other bytes"),
    ("wider", "other bytes"), ("longer", "more bytes than it says"),
    ("shorter", "fewer bytes than it says"), ("drip", "--max-time"),
  ])
  func segmentsOfBadServersAreNamed(_ way: String, _ words: String) throws {
    let text = try String(contentsOfFile: folder.path("s/video-1.m3u8"), encoding: .utf8)
    try text.replacing("video-1-00002.m4s", with: "/\(way)/video-1-00002.m4s").write(
      toFile: folder.path("s/bad.m3u8"), atomically: true, encoding: .utf8)
    let (result, memory) = try bounded([
      "verify", "--allow-private", "--max-bytes", "4M", "--max-time", "4",
      server.address("plain", "bad.m3u8"),
    ])
    #expect(result.code == 2, "\(result.output)\(result.errors)")
    let all = result.output + result.errors
    #expect(all.contains(words), "\(all)")
    // An endless document uses up the total limit.
    #expect(
      ["endless", "drip"].contains(way) || all.contains("/\(way)/video-1-00002.m4s"), "\(all)")
    #expect(memory < 400_000, "\(memory)")
  }

  /// While following a stream, an unreadable document is given up.
  @Test(arguments: ["endless", "loop", "headers", "page", "tofile"])
  func documentsOfBadServersAreGivenUp(_ way: String) throws {
    let (result, memory) = try bounded([
      "monitor", "--allow-private", "--max-bytes", "4M", "--max-time", "4", "--every", "0",
      server.address(way, "video-1.m3u8"),
    ])
    #expect(result.code == 2 && result.output.isEmpty, "\(result.output)")
    #expect(result.errors.contains("/\(way)/video-1.m3u8: "), "\(result.errors)")
    #expect(memory < 400_000, "\(memory)")
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
