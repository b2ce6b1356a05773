import Foundation
import TestSupport
import Testing

/// Parts of movies that are re-encoded, and what `trim` refuses.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct TrimTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Movies with and without B-frames, open groups and fragments.
  private func movie(_ kind: String) throws -> String {
    if kind.contains(".") { return Program.sample(kind) }
    let path = folder.path("\(kind).mp4")
    var options = ["-bf", "3", "-g", "12"]
    if kind == "open" { options += ["-x264-params", "open-gop=1"] }
    if kind == "paused" {
      options = ["-bf", "3", "-g", "100", "-fps_mode", "vfr", "-vf", "select='lt(t,1)+gte(t,2)'"]
    }
    if kind == "uneven" { options += ["-vf", "select='not(eq(mod(n,5),3))'", "-fps_mode", "vfr"] }
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=3", "-f", "lavfi",
        "-i", "sine=frequency=330:sample_rate=48000:duration=3", "-c:v", "libx264", "-c:a",
        "pcm_s16le", "-f", "mov",
      ] + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  @Test func whatCannotBeCutIsSaid() throws {
    let (source, output) = (Program.sample("clip-hevc.mov"), folder.path("cut.mov"))
    let late = try Program.boxwalk("trim", source, "--from", "9", "-o", output)
    #expect(late.code == 2 && late.errors.contains("lasts 2.5 s"), "\(late.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try Program.boxwalk("trim", source, "-o", output).code == 64)
    #expect(
      try Program.boxwalk("trim", source, "--from", "2", "--to", "1", "-o", output).code == 64)
  }

  /// The same part, re-encoded.
  @Test func aPartIsTranscoded() throws {
    let (source, output) = (Program.sample("clip-hevc.mov"), folder.path("cut.mov"))
    let result = try Program.boxwalk(
      "transcode", source, "--from", "0.5", "--to", "1.5", "-o", output, "--speed", "fast")
    #expect(result.code == 0, "\(result.errors)")
    let times = try ShownFrame.all(of: output).map(\.time)
    #expect(times.count == 30 && abs((times.last ?? 0) - 29.0 / 30) < 0.001, "\(times)")
  }

  /// A movie that counts its time in whole seconds, cut between them.
  @Test(arguments: [("0.5", "1.5", 15..<45), ("0", "0.7", 0..<21), ("1.1", "2", 33..<60)])
  func copiedPartsAreExact(_ from: String, _ to: String, _ frames: Range<Int>) throws {
    let (source, output) = (folder.path("coarse.mp4"), folder.path("copied.mp4"))
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=30:duration=3",
      "-c:v", "libx264", "-bf", "2", "-g", "10", "-movie_timescale", "1", source)
    try #require(made.code == 0, "\(made.errors)")
    let result = try Program.boxwalk(
      "transcode", source, "--from", from, "--to", to, "-p", "passthrough", "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    let whole = try ShownFrame.all(of: source)
    #expect(try ShownFrame.all(of: output).map(\.hash) == whole[frames].map(\.hash))
  }

  /// Pictures that are re-encoded begin with the first that is shown, and end with the last: none is hidden. The
  /// audio stays in step.
  @Test(.needs(encoders: "libx265"), arguments: ["closed", "open", "uneven"])
  func hiddenPicturesAreNotCoded(_ kind: String) throws {
    let source = try movie(kind)
    let all = try ShownFrame.all(of: source).map(\.time)
    for (first, last) in [(7, 31), (20, 21), (0, 40), (33, all.count - 1)] {
      // In the middle of the first frame, to the middle of the last.
      let (from, to) = (all[first] + 0.01, all[last] + 0.01)
      let output = folder.path("cut.mov")
      let result = try Program.boxwalk(
        "transcode", source, "--from", seconds(from), "--to", seconds(to), "-o", output, "--force",
        "-p", "hevc", "-q", "95", "--speed", "fast")
      #expect(result.code == 0, "\(result.errors)")
      let expected = all[first...last].map { max(0, $0 - from) }
      let times = try ShownFrame.all(of: output).map(\.time)
      #expect(times.count == expected.count, "\(kind): \(first) to \(last)")
      #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 1e-4 }, "\(times), \(expected)")
      let packets = try probe(output, "v", "-ignore_editlist", "1")
      #expect(packets.count == expected.count && packets.first?.contains("K") == true, "\(packets)")
      let parts =
        "[0:v]setpts=N/TB[a];[1:v]trim=start_frame=\(first):end_frame=\(last + 1),setpts=N/TB[b];[a][b]psnr"
      let likeness = try Program.other(
        "ffmpeg", "-v", "info", "-i", output, "-i", source, "-filter_complex", parts, "-f", "null",
        "-")
      let value = likeness.errors.components(separatedBy: " min:").last?.prefix { $0 != " " }
      #expect(Double(value ?? "").map { $0 > 30 } ?? false, "\(likeness.errors)")
      let heard = try Program.other("ffmpeg", "-v", "error", "-i", output, "-f", "md5", "-vn", "-")
      let part = "atrim=start=\(seconds(from)):end=\(seconds(to)),asetpts=N/SR/TB"
      let wanted = try Program.other(
        "ffmpeg", "-v", "error", "-i", source, "-af", part, "-f", "md5", "-vn", "-")
      #expect(heard.output == wanted.output && !heard.output.isEmpty)
      #expect(try Program.boxwalk("verify", output).code == 0)
    }
  }

  /// The flags of packets, in the order of the file.
  private func probe(_ path: String, _ kind: String, _ options: String...) throws -> [String] {
    try Program.other(
      "ffprobe",
      ["-v", "error"] + options + [
        "-select_streams", kind, "-show_entries", "packet=flags", "-of", "csv=p=0", path,
      ]
    ).output.split(separator: "\n").map(String.init)
  }

  private func seconds(_ value: Double) -> String { String(format: "%.6f", max(0, value)) }
}
