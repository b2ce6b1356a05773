import Foundation
import TestSupport
import Testing

/// Compares segments and streams as movies with the output of other programs.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct StreamTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A movie of twelve seconds with a key frame each two, in streams of ffmpeg.
  private func made(_ options: [String], _ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder.path("s"), withIntermediateDirectories: true)
    let path = folder.path("s/" + name)
    let result = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=12", "-f",
        "lavfi", "-i",
        "sine=duration=12:sample_rate=48000", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "50",
        "-sc_threshold", "0", "-b:v", "300k", "-c:a", "aac",
      ] + options + [path])
    #expect(result.code == 0, "\(result.errors)")
    return path
  }

  /// The options of ffmpeg, and the file that ffprobe reads: the document if it is nil.
  private static let streams: [(name: String, options: [String], probed: String?)] = [
    (
      "v%v.m3u8",
      [
        "-map", "0:v", "-map", "1:a", "-f", "hls", "-hls_time", "4", "-hls_segment_type", "fmp4",
        "-hls_playlist_type", "vod", "-var_stream_map", "v:0,agroup:a a:0,agroup:a",
        "-master_pl_name",
        "master.m3u8",
      ], nil
    ),
    (
      "v.m3u8",
      [
        "-f", "hls", "-hls_time", "4", "-hls_segment_type", "fmp4", "-hls_flags", "single_file",
        "-hls_playlist_type", "vod", "-master_pl_name", "master.m3u8",
      ], nil
    ),
    ("master.mpd", ["-f", "dash", "-seg_duration", "4"], nil),
    // ffprobe 5.1 reads such a manifest repeatedly, without an end.
    (
      "master.mpd", ["-f", "dash", "-seg_duration", "4", "-single_file", "1"],
      "master-stream0.mp4"
    ),
    ("master.mpd", ["-f", "dash", "-seg_duration", "4", "-use_timeline", "0"], nil),
  ]

  private func packets(_ path: String, _ stream: String) throws -> [String] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time,flags",
      "-of",
      "csv=p=0", path
    ).output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: streams.indices)
  func streamsOfFFmpegAreReadAsFFprobeReadsThem(_ index: Int) throws {
    let stream = StreamTests.streams[index]
    _ = try made(stream.options, stream.name)
    let document = folder.path("s/master" + (stream.name.hasSuffix(".mpd") ? ".mpd" : ".m3u8"))
    let verified = try Program.boxwalk("verify", document)
    #expect(verified.code <= 1, "\(verified.output)")
    let shown = try Program.boxwalk("inspect", document, "--json")
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
    let tracks = try #require(value["tracks"] as? [[String: Any]])
    let pictures = try #require(tracks.first { $0["kind"] as? String == "video" })
    let wanted = try packets(stream.probed.map { folder.path("s/" + $0) } ?? document, "v:0")
    #expect(wanted.count == 300 && pictures["samples"] as? Int == 300)
    #expect(pictures["keyFrames"] as? Int == wanted.count { $0.contains("K") })
    let duration = try #require(pictures["duration"] as? Double)
    #expect(abs(duration - 12) < 0.1)
    // The rendition is a movie with the same times.
    let listed = try Program.boxwalk("inspect", "--samples", "--csv", document)
    let lines = listed.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let first = lines.filter { $0[1] == "1" }
    #expect(first.count == 300)
    #expect(first.count { $0[11] == "1" } == 6)
  }

  @Test func aStreamIsTranscodedWithItsSound() throws {
    let stream = StreamTests.streams[0]
    _ = try made(stream.options, stream.name)
    let output = folder.path("movie.mp4")
    let result = try Program.boxwalk(
      "transcode", folder.path("s/master.m3u8"), "-o", output, "--preset", "540p", "--quality",
      "50", "--speed", "fast")
    #expect(result.isDone, "\(result.errors)")
    #expect(!result.errors.contains("is a QuickTime movie"))
    #expect(try packets(output, "v:0").count == 300)
    let wanted = try packets(folder.path("s/master.m3u8"), "a:0").count
    #expect(try packets(output, "a:0").count == wanted)
  }

  /// Content that is not examined is not an error: WebM, MPEG-TS, and segments that are encrypted as a whole.
  @Test(.needs(encoders: "libvpx")) func streamsThatAreNotLookedIntoAreSound() throws {
    let source = [
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=6", "-pix_fmt",
      "yuv420p", "-g", "50",
    ]
    try FileManager.default.createDirectory(
      atPath: folder.path("w"), withIntermediateDirectories: true)
    let webM = folder.path("w/stream.mpd")
    for isSingle in ["0", "1"] {
      let made = try Program.other(
        "ffmpeg",
        source + [
          "-c:v", "libvpx", "-b:v", "300k", "-f", "dash", "-dash_segment_type", "webm",
          "-seg_duration", "2", "-single_file", isSingle, webM,
        ])
      #expect(made.code == 0, "\(made.errors)")
      let result = try Program.boxwalk("verify", webM)
      #expect(result.code <= 1 && !result.output.contains(": error: "), "\(result.output)")
      let shown = try Program.boxwalk("inspect", "--segments", webM)
      #expect(shown.code == 0 && shown.output.contains("is WebM, which is not examined"))
    }
    _ = try folder.write(Data(repeating: 7, count: 16), to: "w/key")
    _ = try folder.write(
      Data("key\n\(folder.path("w/key"))\n00000000000000000000000000000001\n".utf8), to: "info")
    let sealed = folder.path("w/sealed.m3u8")
    let made = try Program.other(
      "ffmpeg",
      source + [
        "-c:v", "libx264", "-sc_threshold", "0", "-f", "hls", "-hls_time", "2",
        "-hls_playlist_type", "vod", "-hls_key_info_file", folder.path("info"), sealed,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let result = try Program.boxwalk("verify", sealed)
    #expect(result.code <= 1 && !result.output.contains(": error: "), "\(result.output)")
    #expect(
      try Program.boxwalk("inspect", "--segments", sealed).output.contains(
        "is completely encrypted"))
  }

  @Test func aMovieWithoutASegmentIsRefused() throws {
    let new = try segments()
    try FileManager.default.removeItem(atPath: new + "video-1-00002.m4s")
    let output = folder.path("movie.h264")
    let refused = try Program.boxwalk("extract", new + "video-1.m3u8", "--track", "1", "-o", output)
    #expect(
      refused.code == 2 && refused.errors.contains("video-1-00002.m4s cannot be read"),
      "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    // A gap that is stated is none.
    let text = try String(contentsOfFile: new + "video-1.m3u8", encoding: .utf8)
    let lines = text.split(separator: "\n")
    let index = try #require(lines.firstIndex { $0 == "video-1-00002.m4s" })
    try (lines[..<index] + ["#EXT-X-GAP"] + lines[index...]).joined(separator: "\n").write(
      toFile: new + "gap.m3u8", atomically: true, encoding: .utf8)
    let shown = try Program.boxwalk("inspect", "--samples", "--csv", new + "gap.m3u8")
    #expect(shown.code == 0, "\(shown.errors)")
    #expect(shown.output.split(separator: "\n").count == 1 + 45)
  }

  // MARK: Segments

  /// The stream of a movie of SampleMedia, in segments of a second.
  private func segments() throws -> String {
    let result = try Program.boxwalk(
      "hls", Program.sample("clip-h264.mp4"), "-o", folder.path("new"), "--segment", "1")
    #expect(result.code == 0, "\(result.errors)")
    return folder.path("new") + "/"
  }

  @Test func segmentsAreOneMovie() throws {
    let new = try segments()
    let parts = (1...3).map { new + "video-1-0000\($0).m4s" }
    let start = new + "video-1-init.mp4"
    #expect(try Program.boxwalk(["verify", "--init", start] + parts).code == 0)
    let shown = try Program.boxwalk(["inspect", "--init", start] + parts)
    #expect(shown.code == 0 && shown.output.contains("75 samples"), "\(shown.output)")
    #expect(
      shown.output.contains(
        "video-1-00002.m4s, track 1: 0:01.00 to 0:02.00, 30 samples, 1 key frame"))
    // The pictures are those of the movie.
    for (arguments, name) in [
      (["--init", start] + parts, "a"), ([new + "video-1.m3u8"], "b"),
      ([Program.sample("clip-h264.mp4")], "c"),
    ] {
      let result = try Program.boxwalk(
        ["extract"] + arguments + ["--track", "1", "-o", folder.path(name)])
      #expect(result.code == 0, "\(result.errors)")
    }
    let wanted = try Data(contentsOf: URL(fileURLWithPath: folder.path("c")))
    for name in ["a", "b"] {
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))) == wanted)
    }
    // Offsets are those in the files of the segments.
    let list = try Program.boxwalk(["inspect", "--samples", "--csv", "--init", start] + parts)
    let second = try #require(
      list.output.split(separator: "\n").first { $0.hasPrefix("video-1-00002.m4s") })
    #expect(second.split(separator: ",")[9] == "388", "\(second)")
  }

  @Test func aFolderOfSegmentsGoesByNumbers() throws {
    let new = try segments()
    let target = folder.path("parts")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for (index, number) in [9, 10, 11].enumerated() {
      try FileManager.default.copyItem(
        atPath: new + "video-1-0000\(index + 1).m4s", toPath: target + "/part-\(number).m4s")
    }
    let start = target + "/init.mp4"
    try FileManager.default.copyItem(atPath: new + "video-1-init.mp4", toPath: start)
    let result = try Program.boxwalk("verify", "--init", start, target)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(
      try Program.boxwalk("inspect", "--init", start, target).output.contains(
        "part-11.m4s, track 1: 0:02.00"))
  }

  @Test func aSegmentAloneTellsWhatItHas() throws {
    let new = try segments()
    let alone = try Program.boxwalk("inspect", new + "video-1-00002.m4s")
    #expect(
      alone.output.contains("track 1: tick 15360 to 30720, 30 samples, 1 key frame"),
      "\(alone.output)")
    // Also after an unknown box.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: new + "video-1-00002.m4s"))
    let unknown = try folder.write(
      Data([0, 0, 0, 12]) + Data("zzzz".utf8) + Data([1, 2, 3, 4]) + bytes, to: "u.m4s")
    #expect(try Program.boxwalk("inspect", unknown).output.contains("30 samples, 1 key frame"))
    let text = try folder.write(
      Data([0, 0, 0, 12]) + Data("zzzz".utf8) + Data([1, 2, 3, 4, 5]), to: "no.m4s")
    #expect(try Program.boxwalk("inspect", text).code == 2)
  }

  @Test func nothingOutsideOfTheFolderIsRead() throws {
    let new = try segments()
    _ = try folder.write(Data("secret".utf8), to: "secret.m4s")
    try FileManager.default.createSymbolicLink(
      atPath: new + "link.m4s", withDestinationPath: folder.path("secret.m4s"))
    for (address, rule, code) in [
      ("../secret.m4s", "stream-elsewhere", 1), ("link.m4s", "stream-segment-missing", 2),
      ("%2e%2e/secret.m4s", "stream-elsewhere", 1),
      (folder.path("secret.m4s"), "stream-address-refused", 2),
      ("file:///etc/passwd", "stream-address-refused", 2),
    ] {
      let text = try String(contentsOfFile: new + "video-1.m3u8", encoding: .utf8)
      try text.replacingOccurrences(of: "video-1-00002.m4s", with: address).write(
        toFile: new + "evil.m3u8", atomically: true, encoding: .utf8)
      let result = try Program.boxwalk("verify", new + "evil.m3u8")
      #expect(
        result.code == code && result.output.contains("[\(rule)]"), "\(address): \(result.output)")
      // Its content is not a segment.
      #expect(
        !result.output.contains("which stream players do not know"), "\(address): \(result.output)")
    }
  }

  /// No other rendition is mistaken for the best one.
  @Test func aPlaylistThatIsMissingIsNamed() throws {
    let new = try segments()
    let stream = new + "multivariant.m3u8"
    let manager = FileManager.default
    try manager.removeItem(atPath: new + "video-1-keyframes.m3u8")
    #expect(try Program.boxwalk("inspect", "--samples", stream).code == 0)
    try manager.removeItem(atPath: new + "video-1.m3u8")
    let refused = try Program.boxwalk("inspect", "--samples", stream)
    #expect(refused.code == 2 && refused.output.isEmpty)
    #expect(refused.errors.contains("video-1.m3u8 cannot be read: there is no such file or folder"))
    #expect(refused.errors.contains("--rendition NAME takes another one: audio-1.m3u8"))
    let sound = try Program.boxwalk("inspect", "--samples", "--rendition", "audio-1", stream)
    #expect(sound.code == 0, "\(sound.errors)")
  }

  @Test func aStreamThatHasEndedIsWatchedOnce() throws {
    let new = try segments()
    let result = try Program.boxwalk("monitor", new + "multivariant.m3u8", "--json")
    #expect(result.code == 0, "\(result.output)")
    #expect(result.output.contains(#""observations":1"#) && result.output.contains(#""errors":0"#))
    let text = try String(contentsOfFile: new + "video-1.m3u8", encoding: .utf8)
    try text.replacingOccurrences(of: "#EXT-X-ENDLIST", with: "").replacingOccurrences(
      of: "VOD", with: "EVENT"
    ).write(
      toFile: new + "live.m3u8", atomically: true, encoding: .utf8)
    let live = try Program.boxwalk("monitor", new + "live.m3u8", "--times", "3", "--every", "0")
    #expect(
      live.code == 0 && live.output.contains("read 3 times, 3 segments of 2.5 s: no findings"),
      "\(live.output)")
    #expect(try Program.boxwalk("monitor", new + "video-1-00002.m4s").code == 2)
  }
}
