import Foundation
import ISOBMFF
import TestSupport
import Testing

/// Movies of other formats, joined ones, their chapters and covers, as other programs see them.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct RemuxCommandTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func movie(
    _ name: String, _ picture: String = "testsrc2=size=96x64:rate=25:duration=2",
    options: [String] = []
  ) throws -> String {
    let path = folder.path(name)
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i",
        "sine=frequency=330:sample_rate=48000:duration=2.1", "-pix_fmt", "yuv420p", "-c:v",
        "libx264", "-bf", "3", "-g", "12", "-c:a", "aac",
      ] + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  private func packets(_ path: String, _ stream: String, _ entries: String) throws -> [String] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", stream, "-show_data_hash", "MD5",
      "-show_entries", "packet=\(entries)", "-of", "csv=p=0", path
    )
    // Whether audio is skipped breaks a line in two.
    .output.replacingOccurrences(of: ",\n,", with: ",").split(separator: "\n").map(String.init)
  }

  private func frames(_ path: String) throws -> [String] {
    try Program.other(
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f",
      "framemd5", "-"
    ).output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map(String.init)
    }
  }

  @Test func formatsAreThoseOfTheNames() throws {
    let source = try movie("a.mp4")
    for (name, code) in [("b.mov", 0), ("c.mp4", 0), ("d.m4v", 0), ("e.m4a", 1)]
      as [(String, Int32)]
    {
      let output = folder.path(name)
      let result = try Program.boxwalk("remux", source, "-o", output)
      #expect(result.code == code, "\(name): \(result.output)\(result.errors)")
      #expect(
        try packets(output, "a:0", "pts,dts,duration,data_hash")
          == packets(source, "a:0", "pts,dts,duration,data_hash"))
      #expect(try Program.boxwalk("verify", output).code == 0)
    }
    let beside = try Program.boxwalk("remux", source, "--format", "mov")
    #expect(beside.code == 0 && folder.names.contains("a-remuxed.mov"), "\(folder.names)")
    #expect(try Program.boxwalk("remux", source).code == 64)
    #expect(
      try Program.boxwalk("remux", source, "--fragment", "none", "-o", folder.path("x.mp4")).code
        == 64)
    #expect(
      try Program.boxwalk("remux", source, "--fragment", "1", "--defragment").code == 64)
  }

  @Test func whatHasNoFormIsNamed() throws {
    let source = folder.path("png.mov")
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=1", "-c:v",
      "qtrle", source)
    #expect(made.code == 0, "\(made.errors)")
    let output = folder.path("a.mp4")
    let result = try Program.boxwalk("remux", source, "-o", output)
    #expect(result.code == 1 && result.output.contains("only QuickTime"), "\(result.output)")
    #expect(try frames(output) == frames(source))
  }

  @Test func fragmentsAreMadeAndPutTogether() throws {
    let source = try movie("a.mp4")
    let (parts, whole) = (folder.path("parts.mp4"), folder.path("whole.mp4"))
    #expect(try Program.boxwalk("remux", source, "--fragment", "gop", "-o", parts).code == 0)
    #expect(
      try packets(parts, "v", "pts,dts,flags,data_hash")
        == packets(source, "v", "pts,dts,flags,data_hash"))
    #expect(try frames(parts) == frames(source))
    #expect(try Program.boxwalk("verify", parts).code == 0)
    #expect(try Program.boxwalk("remux", parts, "--defragment", "-o", whole).code == 0)
    for stream in ["v", "a"] {
      #expect(
        try packets(whole, stream, "pts,dts,duration,flags,data_hash")
          == packets(source, stream, "pts,dts,duration,flags,data_hash"))
    }
    let again = try Program.boxwalk("remux", parts, "--fragment", "1", "-o", folder.path("c.mp4"))
    #expect(again.code == 0, "\(again.errors)")
    #expect(try frames(folder.path("c.mp4")) == frames(source))
  }

  @Test func cmafFilesHaveOneTrack() throws {
    let source = try movie("a.mp4")
    for (name, stream) in [("a.cmfv", "v"), ("a.cmfa", "a")] {
      let output = folder.path(name)
      let result = try Program.boxwalk("remux", source, "--cmaf", "--chunk", "0.2", "-o", output)
      #expect(result.code == 1 && result.output.contains("is left out"), "\(result.output)")
      #expect(
        try packets(output, stream, "pts,data_hash") == packets(source, stream, "pts,data_hash"))
      #expect(try Program.boxwalk("verify", output).code == 0)
      let boxes = BoxFile(try ByteSource(mapping: output).bytes).boxes
      #expect(boxes.first(FileTypeBox.self)?.compatibleBrands.contains("cmfc") == true)
      // Chunks of 0.2 s, and one track in each.
      let fragments = boxes.filter { $0.type == "moof" }
      #expect(fragments.count >= 9 && fragments.allSatisfy { $0.children.all("traf").count == 1 })
    }
    #expect(try frames(folder.path("a.cmfv")) == frames(source))
    let refused = try Program.boxwalk("remux", source, "--cmaf", "-o", folder.path("b.mp4"))
    #expect(refused.code == 2 && refused.errors.contains("has 2 tracks"))
    #expect(try Program.boxwalk("remux", source, "--cmaf", "-o", folder.path("b.mov")).code == 64)
    #expect(
      try Program.boxwalk("remux", source, "--chunk", "1", "-o", folder.path("b.mp4")).code == 64)
  }

  @Test func segmentsBecomeOneFile() throws {
    let source = try movie("a.mp4", options: ["-an"])
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-i", source, "-c", "copy", "-f", "hls", "-hls_segment_type", "fmp4",
      "-hls_time", "0.5", "-hls_list_size", "0", "-hls_fmp4_init_filename", "init.mp4",
      "-hls_segment_filename", folder.path("s%d.m4s"), folder.path("list.m3u8"))
    #expect(made.code == 0, "\(made.errors)")
    let segments = (0..<9).map { folder.path("s\($0).m4s") }.filter {
      FileManager.default.fileExists(atPath: $0)
    }
    #expect(segments.count > 2)
    let output = folder.path("whole.mp4")
    let result = try Program.boxwalk(
      ["remux", "--init", folder.path("init.mp4")] + segments + ["-o", output])
    #expect(result.code == 0, "\(result.errors)")
    #expect(try packets(output, "v", "data_hash") == packets(source, "v", "data_hash"))
    #expect(try frames(output) == frames(source))
    let wrong = folder.path("wrong.mp4")
    let refused = try Program.boxwalk("remux", "--init", source, source, "-o", wrong)
    #expect(refused.code == 2 && !FileManager.default.fileExists(atPath: wrong))
    #expect(try Program.boxwalk("remux", "--init", source, "-o", wrong).code == 64)
  }

  // MARK: Joined movies

  private func sound(_ path: String) throws -> [UInt8] {
    let raw = folder.path("sound.raw")
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", path, "-map", "0:a", "-f", "s16le", raw)
    #expect(result.code == 0, "\(result.errors)")
    return Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
  }

  @Test func joinedMoviesShowAllFrames() throws {
    let parts = [
      try movie("a.mp4"), try movie("b.mp4", "testsrc=size=96x64:rate=25:duration=1"),
      try movie("c.mp4", options: ["-x264-params", "open-gop=1", "-crf", "35"]),
    ]
    let output = folder.path("whole.mp4")
    let result = try Program.boxwalk(["join"] + parts + ["-o", output])
    #expect(result.code == 0, "\(result.errors)")
    #expect(try frames(output) == parts.flatMap { try frames($0) })
    // The audio is neither longer nor shorter than in the parts.
    #expect(try sound(output).count == parts.map { try sound($0).count }.reduce(0, +))
    #expect(try Program.boxwalk("verify", output).code == 0)
    // Each begins where all tracks of the one before end.
    func ends(_ path: String) throws -> Double {
      let text = try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path
      ).output.trimmingCharacters(in: .whitespacesAndNewlines)
      return Double(text) ?? 0
    }
    #expect(abs(try ends(output) - parts.map(ends).reduce(0, +)) < 0.01)
  }

  @Test func soundStaysInStep() throws {
    let source = try movie("a.mov", options: ["-c:a", "pcm_s16le"])
    let output = folder.path("whole.mov")
    #expect(try Program.boxwalk("join", source, source, "-o", output).code == 0)
    let once = try sound(source)
    #expect(try sound(output) == once + once)
  }

  @Test func whatDiffersIsSaid() throws {
    let (small, big) = (try movie("a.mp4"), try movie("b.mp4", "testsrc2=size=128x64:duration=1"))
    let output = folder.path("whole.mp4")
    let result = try Program.boxwalk("join", small, big, "-o", output)
    #expect(result.code == 2 && !FileManager.default.fileExists(atPath: output))
    #expect(
      result.errors.contains("96×64 and 128×64") && !result.errors.contains("boxwalk transcode"),
      "\(result.errors)")
    #expect(try Program.boxwalk("join", small, "-o", output).code == 64)
    #expect(try Program.boxwalk("join", small, big).code == 64)
  }

  // MARK: Chapters and covers

  private func chapters(_ path: String) throws -> String {
    try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of",
      "csv=p=0", path
    ).output
  }

  @Test(arguments: ["a.mp4", "a.mov"])
  func chaptersAreFoundByOthers(_ name: String) throws {
    let source = try movie(name)
    let (list, output) = (folder.path("list.txt"), folder.path("b-\(name)"))
    try "0 One\n0:00:00.8 Zwei: ä\n".write(toFile: list, atomically: true, encoding: .utf8)
    #expect(try Program.boxwalk("chapters", source, "--from", list, "-o", output).code == 0)
    #expect(try chapters(output) == "0.000000,One\n0.800000,Zwei: ä\n")
    #expect(
      try Program.boxwalk("chapters", output).output
        == "0:00:00.000 One\n0:00:00.800 Zwei: ä\n")
    #expect(
      try Program.boxwalk("chapters", output, "--set", "1.5=Three", "--in-place").code == 0)
    #expect(try chapters(output).hasSuffix("1.500000,Three\n"))
    #expect(try frames(output) == frames(source))
    #expect(try Program.boxwalk("verify", output).code == 0)
    #expect(try Program.boxwalk("chapters", output, "--remove", "--in-place").code == 0)
    #expect(try chapters(output).isEmpty)
    #expect(
      try Program.boxwalk("chapters", source, "--set", "9=Late", "-o", output, "-f").code == 2)
    #expect(try Program.boxwalk("chapters", source, "--set", "late", "-o", output).code == 64)
  }

  @Test func coversAreFoundByOthers() throws {
    let (source, output) = (try movie("a.m4a", options: ["-vn"]), folder.path("b.m4a"))
    let (picture, found) = (Program.sample("meadow.jpg"), folder.path("found.jpg"))
    #expect(try Program.boxwalk("cover", source, "--set", picture, "-o", output).code == 0)
    let streams = try Program.other(
      "ffprobe", "-v", "error", "-show_entries",
      "stream=codec_name:stream_disposition=attached_pic",
      "-of", "csv=p=0", output
    ).output
    #expect(streams.contains("mjpeg,1"), "\(streams)")
    #expect(try Program.boxwalk("cover", output).output.contains("jpg"))
    #expect(try Program.boxwalk("cover", output, "-o", found).code == 0)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: found))
        == Data(contentsOf: URL(fileURLWithPath: picture)))
    #expect(try Program.boxwalk("cover", output, "--remove", "--in-place").code == 0)
    #expect(try Program.boxwalk("cover", output, "-o", found, "-f").code == 2)
    #expect(try Program.boxwalk("cover", source, "--set", source, "-o", output, "-f").code == 2)
  }
}
