import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Streams, as other programs play them.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct HLSTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func movie(
    _ name: String, size: String = "96x64", options: [String] = []
  ) throws -> String {
    let path = folder.path(name)
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=5", "-f",
        "lavfi", "-i", "sine=frequency=330:sample_rate=48000:duration=5.1", "-pix_fmt", "yuv420p",
        "-c:v", "libx264", "-bf", "3", "-g", "25", "-sc_threshold", "0", "-c:a", "aac",
      ] + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  private func frames(_ path: String) throws -> [String] {
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f",
      "framemd5", "-")
    #expect(result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map(String.init)
    }
  }

  /// The presentation times and the content of packets, in decoding order.
  private func packets(_ path: String, _ stream: String) throws -> [String] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", stream, "-show_data_hash", "MD5",
      "-show_entries", "packet=pts_time,data_hash", "-of", "csv=p=0", path
    )
    // Whether audio is skipped breaks a line in two.
    .output.replacingOccurrences(of: ",\n,", with: ",").split(separator: "\n").map(String.init)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path("new/" + name), encoding: .utf8)
  }

  private func make(_ arguments: String..., code: Int32 = 0) throws {
    let result = try Program.boxwalk(["hls"] + arguments + ["-o", folder.path("new")])
    #expect(result.code == code, "\(result.output)\(result.errors)")
  }

  @Test(arguments: [[], ["--single-file"]])
  func playersShowEveryFrameInStep(_ options: [String]) throws {
    let source = try movie("a.mp4")
    let result = try Program.boxwalk(
      ["hls", source, "-o", folder.path("new"), "--segment", "2"] + options)
    #expect(result.code == 0, "\(result.errors)")
    let (playlist, manifest) = (
      folder.path("new/multivariant.m3u8"), folder.path("new/stream.mpd")
    )
    let wanted = try frames(source)
    #expect(wanted.count == 125)
    #expect(try frames(playlist) == wanted)
    #expect(try frames(manifest) == wanted)
    for stream in ["v:0", "a:0"] {
      let packets = try packets(source, stream)
      #expect(packets.count > 100)
      #expect(try self.packets(playlist, stream) == packets, "\(stream)")
    }
    #expect(try text("video-1.m3u8").contains("#EXTINF:2.000000,"))
    for name in Folder.names(folder.path("new")) where name.hasSuffix("-1.mp4") {
      #expect(try Program.boxwalk("verify", folder.path("new/" + name)).code == 0)
    }
  }

  @Test func segmentsAreSound() throws {
    try make(try movie("a.mp4"), "--segment", "1")
    for track in ["video-1", "audio-1"] {
      let names = Folder.names(folder.path("new")).filter {
        $0.hasPrefix(track) && $0.hasSuffix(".m4s")
      }.sorted()
      #expect(names.count == 5)
      let parts = ([track + "-init.mp4"] + names).map { folder.path("new/" + $0) }
      var whole = Data()
      for part in parts { whole += try Data(contentsOf: URL(fileURLWithPath: part)) }
      let joined = try folder.write(whole, to: track + ".mp4")
      let result = try Program.boxwalk("verify", joined)
      #expect(result.code == 0, "\(result.output)")
      for part in parts.dropFirst() {
        let file = BoxFile(try ByteSource(mapping: part).bytes)
        #expect(file.boxes.first?.type == "styp" && file.findings.isEmpty)
        #expect(try Program.boxwalk("verify", part).code <= 1)
      }
    }
  }

  /// The parts that the playlist of key frames names have one whole picture each.
  @Test(arguments: [[], ["--single-file"]])
  func keyFramesAreFound(_ options: [String]) throws {
    let source = try movie("a.mp4")
    let made = try Program.boxwalk(
      ["hls", source, "-o", folder.path("new"), "--segment", "2"] + options)
    #expect(made.code == 0)
    #expect(try text("multivariant.m3u8").contains("URI=\"video-1-keyframes.m3u8\""))
    func bytes(_ name: String, _ part: String?) throws -> Data {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("new/" + name)))
      guard let numbers = part?.split(separator: "@").compactMap({ Int($0) }) else { return data }
      return data[numbers[1]..<numbers[1] + numbers[0]]
    }
    let lines = try text("video-1-keyframes.m3u8").split(separator: "\n").map(String.init)
    let map = try #require(lines.first { $0.hasPrefix("#EXT-X-MAP") }).split(separator: "\"")
    let start = try bytes(String(map[1]), map.count > 3 ? String(map[3]) : nil)
    var found: [String] = []
    for (line, name) in zip(lines, lines.dropFirst()) where line.hasPrefix("#EXT-X-BYTERANGE:") {
      let part = try bytes(name, String(line.dropFirst("#EXT-X-BYTERANGE:".count)))
      let file = try folder.write(start + part, to: "frame.mp4")
      // The description of the fragment names pictures that are not there.
      let shown = try Program.other(
        "ffmpeg", "-v", "quiet", "-i", file, "-frames:v", "1", "-f", "framemd5", "-")
      found += shown.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: ",").last.map(String.init)
      }
      let box = BoxFile(Bytes(Array(part))).boxes
      #expect(box.map(\.type) == ["moof", "mdat"])
    }
    let all = try frames(source)
    #expect(found == [0, 25, 50, 75, 100].map { all[$0] })
  }

  /// Pictures that are decoded in bursts are shown evenly.
  @Test(arguments: MediaFolder.files.filter { $0.hasSuffix("/bipbop-lateaudio.mp4") })
  func rateIsThatOfShownPictures(_ path: String) throws {
    try make(path)
    let playlist = try text("multivariant.m3u8")
    #expect(playlist.contains("FRAME-RATE=29.9") || playlist.contains("FRAME-RATE=30."))
  }

  /// Movies that are not even: what is written about them is true.
  @Test(arguments: [
    // Five pictures a second, and 25 in one of the seconds.
    ["-vf", "select='between(t,1,2)+not(mod(n,5))'", "-fps_mode", "vfr"],
    // Audio that ends early, and audio that begins late.
    ["-af", "atrim=end=1"], ["-af", "asetpts=PTS+3/TB"],
  ])
  func ownRulesHold(_ options: [String]) throws {
    let source = try movie("a.mp4", options: options)
    try make(source, "--segment", "2")
    try expectNoWarnings()
    if options.contains("vfr") {
      #expect(try text("multivariant.m3u8").contains("FRAME-RATE=25.000"))
    }
  }

  /// A picture that an edit cuts off ends there, and so does the stream.
  @Test func whatAnEditHidesAtTheEndIsNotShown() throws {
    let source = try movie("a.mp4")
    let cut = folder.path("cut.mp4")
    let trimmed = try Program.boxwalk(
      "trim", source, "--from", "0.5", "--to", "3.5", "--hide", "-o", cut)
    #expect(trimmed.code == 0, "\(trimmed.errors)")
    _ = try Program.boxwalk("hls", cut, "-o", folder.path("new"), "--segment", "2")
    try expectNoWarnings()
    let lines = try text("video-1.m3u8").split(separator: "\n")
    let durations = lines.filter { $0.hasPrefix("#EXTINF:") }.compactMap {
      Double($0.dropFirst("#EXTINF:".count).dropLast())
    }
    #expect(abs(durations.reduce(0, +) - 3) < 0.002, "\(durations)")
  }

  private func expectNoWarnings() throws {
    for name in Folder.names(folder.path("new")) {
      guard [".m3u8", ".mpd", "init.mp4"].contains(where: name.hasSuffix) else { continue }
      let result = try Program.boxwalk("verify", folder.path("new/" + name))
      // A period lasts as long as its longest track.
      let findings = result.output.split(separator: "\n").filter {
        ($0.contains(": warning:") || $0.contains(": error:"))
          && !$0.contains("[dash-period-not-covered]")
      }
      #expect(findings.isEmpty, "\(findings)")
    }
  }

  @Test func playlistsSayWhatThereIs() throws {
    let source = try movie(
      "a.mov", options: ["-metadata", "creation_time=2024-07-12T11:25:29Z"])
    try make(source, "--segment", "2")
    let playlist = try text("multivariant.m3u8")
    for part in [
      "RESOLUTION=96x64", "FRAME-RATE=25.000", "VIDEO-RANGE=SDR", ",mp4a.40.2\"", "CHANNELS=\"1\"",
      "AVERAGE-BANDWIDTH=", "#EXT-X-INDEPENDENT-SEGMENTS", "DEFAULT=YES",
    ] {
      #expect(playlist.contains(part), "\(part): \(playlist)")
    }
    #expect(try text("video-1.m3u8").contains("#EXT-X-PROGRAM-DATE-TIME:2024-07-12T11:25:29Z"))
    // The rate is that of the files.
    let sizes = try Folder.names(folder.path("new")).filter { $0.hasSuffix(".m4s") }.map {
      try Data(contentsOf: URL(fileURLWithPath: folder.path("new/" + $0))).count
    }
    let stated = playlist.split(separator: "AVERAGE-BANDWIDTH=")[1].prefix { $0.isNumber }
    let rate = try #require(Double(stated))
    #expect(abs(rate - Double(sizes.reduce(0, +)) * 8 / 5.05) < rate * 0.02)
  }

  @Test func textsAreShownAtTheirTimes() throws {
    let list = try folder.write(
      Data("1\n00:00:00,500 --> 00:00:03,000\n<i>One</i> & two\n".utf8), to: "a.de.srt")
    let source = try movie("a.mp4")
    let texts = folder.path("b.mp4")
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-i", source, "-i", list, "-map", "0", "-map", "1", "-c", "copy",
      "-c:s", "mov_text", "-metadata:s:s:0", "language=fra", texts)
    #expect(made.code == 0, "\(made.errors)")
    try make(texts, "--segment", "2", "--subtitles", list)
    let playlist = try text("multivariant.m3u8")
    #expect(playlist.contains("TYPE=SUBTITLES") && playlist.contains("SUBTITLES=\"subtitles\""))
    for (name, language) in [("subtitles-1", "fr"), ("subtitles-2", "de")] {
      #expect(playlist.contains("LANGUAGE=\"\(language)\""))
      let shown = try Program.other(
        "ffmpeg", "-v", "error", "-i", folder.path("new/\(name)-00001.vtt"), "-f", "srt", "-"
      ).output
      #expect(shown.contains("00:00:00,500 --> 00:00:03,000\n<i>One</i> & two"), "\(shown)")
      #expect(try text("\(name)-00001.vtt").contains("X-TIMESTAMP-MAP=MPEGTS:0"))
      #expect(try text("\(name)-00002.vtt").contains("00:00:00.500 --> 00:00:03.000"))
      #expect(try !text("\(name)-00003.vtt").contains("-->"))
      let document = try XMLDocument(xmlString: text("\(name).ttml"))
      let paragraph = try #require(document.nodes(forXPath: "//*[local-name()='p']").first)
      #expect(
        paragraph.xmlString.contains(#"begin="00:00:00.500" end="00:00:03.000""#)
          && paragraph.stringValue == "One & two", "\(paragraph)")
    }
    // FFmpeg refuses manifests that name files which it does not know.
    let played = try Program.other(
      "ffmpeg", "-v", "error", "-i", folder.path("new/stream.mpd"), "-f", "null", "-")
    #expect(played.code == 0 && played.errors.isEmpty, "\(played.errors)")
  }

  @Test func variantsAreCutAlike() throws {
    let (large, small) = (try movie("a.mp4"), try movie("b.mp4", size: "48x32"))
    try make(large, small, "--segment", "2", code: 1)
    let durations = try ["video-1.m3u8", "video-2.m3u8"].map { name in
      try text(name).split(separator: "\n").filter { $0.hasPrefix("#EXTINF") }
    }
    #expect(durations[0] == durations[1] && durations[0].count > 1)
    let other = try movie("c.mp4", size: "48x32", options: ["-g", "31"])
    let result = try Program.boxwalk(
      "hls", large, other, "-o", folder.path("other"), "--segment", "2")
    #expect(result.code == 1 && result.errors.contains("key frames at other times"))
  }

  /// Both state the size that is shown, as a player turns the pictures.
  @Test(arguments: [90, 180]) func sizesOfTurnedMoviesAreThoseShown(_ turn: Int) throws {
    let source = try movie("a.mp4")
    let turned = folder.path("turned.mp4")
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-i", source, "-c", "copy", "-metadata:s:v:0", "rotate=\(turn)",
      turned)
    #expect(made.code == 0, "\(made.errors)")
    try make(turned, code: 1)
    let size = turn == 90 ? (64, 96) : (96, 64)
    #expect(try text("multivariant.m3u8").contains("RESOLUTION=\(size.0)x\(size.1)"))
    let manifest = try text("stream.mpd")
    #expect(manifest.contains(" width=\"\(size.0)\"") && manifest.contains(" height=\"\(size.1)\""))
    #expect(manifest.contains("maxWidth=\"\(size.0)\""))
    let verified = try Program.boxwalk("verify", folder.path("new/multivariant.m3u8"))
    #expect(verified.code == 0, "\(verified.output)")
  }

  /// Only code points that are known are in the manifest: 2 is unspecified (ISO/IEC 23091-2).
  @Test func codePointsThatAreKnown() throws {
    _ = try movie("source.mp4", options: ["-color_primaries", "bt709"])
    try make(folder.path("source.mp4"))
    let manifest = try text("stream.mpd")
    #expect(manifest.contains(#"cicp:ColourPrimaries" value="1""#), "\(manifest)")
    #expect(!manifest.contains("cicp:TransferCharacteristics") && !manifest.contains("cicp:Matrix"))
  }

  @Test func whatIsNotHeldIsNamed() throws {
    let source = Program.sample("clip-hevc.mov")
    let result = try Program.boxwalk("hls", source, "-o", folder.path("new"), "--json")
    #expect(result.code == 1)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let warnings = try #require(json["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("rotated by 90°") })
    let names = try #require(json["renditions"] as? [[String: Any]])
    #expect(names.count == 2 && (names[0]["codec"] as? String)?.hasPrefix("hvc1.1.6") == true)
    #expect(json["files"] as? Int == Folder.names(folder.path("new")).count)
  }

  @Test(.needsMedia)
  func textsOfOtherFilesAreTaken() throws {
    let source = try movie("a.mp4")
    let media = try #require(MediaFolder.path) + "/subtitles-timedtext/"
    for (name, words) in [
      ("media/ttml-in-mp4/sample.text.mp4", "00:00:00.020 --> 00:00:00.500\nFirst Subtitle"),
      (
        "media/webvtt-in-mp4/sample.text.mp4", "00:00:00.345 --> 00:00:00.456\nThis is the second"
      ),
    ] {
      try make(source, media + name, "--force")
      #expect(try text("subtitles-1-00001.vtt").contains(words))
    }
  }

  @Test(.needsMedia)
  func dolbyVisionIsSaidBeside() throws {
    try make(try #require(MediaFolder.path) + "/mp4/fate/dovi-p81.mp4")
    let playlist = try text("multivariant.m3u8")
    #expect(playlist.contains("SUPPLEMENTAL-CODECS=\"dvh1.08.04/db1p\""))
    #expect(playlist.contains("VIDEO-RANGE=PQ") && playlist.contains("CODECS=\"hvc1.2.4.L120"))
  }

  @Test func noFileIsLost() throws {
    let source = try movie("a.mp4")
    try make(source)
    let before = Folder.names(folder.path("new")).sorted()
    try make(source, code: 2)
    #expect(Folder.names(folder.path("new")).sorted() == before)
    try make(source, "--single-file", "--force")
    #expect(Folder.names(folder.path("new")).contains("video-1.mp4"))
    #expect(!Folder.names(folder.path("new")).contains("video-1-init.mp4"))
    // An input is in the folder.
    let inside = folder.path("new/video-1.mp4")
    let result = try Program.boxwalk("hls", inside, "-o", folder.path("new"), "--force")
    #expect(result.code == 2 && FileManager.default.fileExists(atPath: inside))
    _ = try folder.write(Data("mine".utf8), to: "new/notes.txt")
    try make(source, "--force", code: 2)
    #expect(Folder.names(folder.path("new")).contains("notes.txt"))
    // No hidden files are left beside it.
    #expect(folder.names.sorted() == ["a.mp4", "new"])
  }

  @Test(
    .needs("the module that codes movies", if: { HLSTests.canTranscode }),
    arguments: ["1080p,540p", "540p,hevc-540p"])
  func ladderHasKeyFramesAtTheSameTimes(_ ladder: String) throws {
    let source = try movie("a.mp4", size: "1280x720", options: ["-g", "47"])
    let result = try Program.boxwalk(
      "hls", source, "-o", folder.path("new"), "--segment", "2", "--ladder", ladder, "--speed",
      "fast")
    #expect(result.isDone, "\(result.errors)")
    for name in ["video-1", "video-2"] {
      #expect(try frames(folder.path("new/\(name).m3u8")).count == 125)
      #expect(try text("\(name).m3u8").contains("#EXTINF:2.000000,\n\(name)-00002.m4s"))
    }
    #expect(try text("multivariant.m3u8").split(separator: "STREAM-INF:").count == 5)
    #expect(!Folder.names(folder.path("new")).contains { $0.hasPrefix("coded") })
  }

  private static var canTranscode: Bool {
    guard let folder = try? Folder() else { return false }
    let result = try? Program.boxwalk(
      "transcode", Program.sample("clip-h264.mp4"), "-o", folder.path("a.mp4"), "--preset", "540p",
      "--speed", "fast", "--quality", "30", "--to", "0.2")
    return result?.isDone ?? false
  }

  // MARK: A browser

  private struct Played: Decodable {
    var error: String?
    var duration: Double?
    var played: Double?
    var frames: Int?
  }

  @Test(
    .needs("chromium", "python3"),
    arguments: [[], ["--single-file"], ["--segment", "1", "-vn"]])
  func aBrowserPlaysToTheEnd(_ options: [String]) throws {
    let isSoundAlone = options.contains("-vn")
    let source = try movie("a.mp4", options: isSoundAlone ? ["-vn"] : [])
    let made = try Program.boxwalk(
      ["hls", source, "-o", folder.path("new")] + options.filter { $0 != "-vn" })
    #expect(made.code == 0, "\(made.errors)")
    let result = try Program.other(
      "python3", Program.package.appendingPathComponent("Tests/Browser/play.py").path,
      folder.path("new"))
    let played = try JSONDecoder().decode(Played.self, from: Data(result.output.utf8))
    #expect(played.error == nil)
    #expect(abs((played.duration ?? 0) - 5.1) < 0.05 && abs((played.played ?? 0) - 5.1) < 0.05)
    if !isSoundAlone { #expect((played.frames ?? 0) > 100) }
  }
}
