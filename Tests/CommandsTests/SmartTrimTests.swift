import Foundation
import TestSupport
import Testing

/// Movies that begin with a key frame at the cut, as ffmpeg decodes them.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264", "libx265"))
struct SmartTrimTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Movies of 3 s at 25 frames a second, with a key frame each second, and PCM.
  private func movie(_ kind: String) throws -> String {
    if kind.contains(".") { return Program.sample(kind) }
    let options: [String: [String]] = [
      "plain AVC": ["libx264", "-profile:v", "baseline"],
      "open AVC": ["libx264", "-bf", "3", "-x264-params", "open-gop=1"],
      "open HEVC": ["libx265", "-x265-params", "log-level=none:open-gop=1:bframes=3:keyint=25"],
      "deep HEVC": ["libx265", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=none"],
    ]
    let path = folder.path("movie.mov")
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=3", "-f",
        "lavfi", "-i", "sine=frequency=330:sample_rate=48000:duration=3", "-c:a", "pcm_s16le", "-g",
        "25", "-c:v",
      ] + (options[kind] ?? []) + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  /// The similarity of the first frames of a movie to those of another one from a frame on: the least SSIM.
  private func likeness(_ path: String, _ source: String, from: Int, count: Int) throws -> Double {
    let parts =
      "[0:v]trim=end_frame=\(count),setpts=N/TB[a];[1:v]trim=start_frame=\(from):end_frame=\(from + count),setpts=N/TB[b];[a][b]ssim=stats_file=-"
    let lines = try Program.other(
      "ffmpeg", "-v", "error", "-i", path, "-i", source, "-filter_complex", parts, "-f", "null", "-"
    ).output.split(separator: "\n")
    let values = lines.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("All:") }.flatMap { Double($0.dropFirst(4)) }
    }
    #expect(values.count == count)
    return values.min() ?? 0
  }

  @Test(arguments: [
    "clip-hevc.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4", "plain AVC", "open AVC",
    "open HEVC", "deep HEVC",
  ])
  func beginsWithAKeyFrameAtTheCut(_ kind: String) throws {
    let source = try movie(kind)
    let all = try ShownFrame.all(of: source)
    var chance = Chance(seed: UInt64(kind.utf8.count))
    for _ in 0..<3 {
      // In the middle of a frame, and not in the last group.
      let number = Int.random(in: 1..<all.count * 3 / 5, using: &chance)
      let cut = (all[number].time + all[number + 1].time) / 2
      let output = folder.path("cut.\((source as NSString).pathExtension)")
      let result = try Program.boxwalk(
        "trim", source, "--from", String(format: "%.6f", cut), "--smart", "-o", output, "--force")
      #expect(result.code == 0, "\(result.errors)")
      let (shown, expected) = (try ShownFrame.all(of: output), Array(all[number...]))
      try #require(shown.count == expected.count, "\(kind): \(cut)")
      #expect(abs(shown[0].time) < 0.001)
      for (frame, other) in zip(shown, expected).dropFirst() {
        #expect(abs(frame.time - (other.time - cut)) < 0.002, "\(kind): \(cut)")
      }
      // From a key frame of the source on, frames are those of the source.
      let anew = zip(shown, expected).map { $0.hash != $1.hash }.lastIndex(of: true).map { $0 + 1 }
      if let anew {
        #expect(try likeness(output, source, from: number, count: anew) > 0.96, "\(kind): \(cut)")
      }
      #expect(kind == "open AVC" || (anew ?? 0) <= 31, "\(kind): \(cut)")
      let packets = try Program.other(
        "ffprobe", "-v", "error", "-ignore_editlist", "1", "-select_streams", "v", "-show_entries",
        "packet=flags", "-of", "csv=p=0", output
      ).output.split(separator: "\n")
      // There are no hidden packets.
      #expect(packets.count == shown.count && packets[0].hasPrefix("K"))
      #expect(try Program.boxwalk("verify", output).code <= 1)
    }
  }

  /// Audio is cut as without re-encoding.
  @Test func soundStaysInStep() throws {
    let (source, output) = (try movie("deep HEVC"), folder.path("cut.mov"))
    #expect(
      try Program.boxwalk("trim", source, "--from", "0.5", "--smart", "-o", output).code == 0)
    func sound(_ path: String) throws -> [UInt8] {
      let raw = folder.path("sound.raw")
      let made = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-i", path, "-map", "0:a", "-f", "s16le", raw)
      #expect(made.code == 0, "\(made.errors)")
      return Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    }
    #expect(try sound(output) == Array(sound(source).dropFirst(48_000)))
  }

  /// QuickTime's colours cannot state the full range that phones record in.
  @Test(.needsMedia) func phonesRecordInFullRange() throws {
    let source = try #require(
      MediaFolder.files.first { $0.hasSuffix("iPhone15Pro_602FEBB7/IMG_3582.mov") })
    let output = folder.path("cut.mov")
    let result = try Program.boxwalk(
      "trim", source, "--from", "0.5", "--to", "1.5", "--smart", "-o", output)
    #expect(
      result.code == 0 && result.output.contains("re-encoded"), "\(result.output)\(result.errors)")
    let ranges = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=color_range",
      "-of", "csv=p=0", output
    ).output.split(separator: "\n").map { $0.filter(\.isLetter) }
    #expect(ranges.count > 20 && Set(ranges) == ["pc"], "\(Set(ranges))")
  }

  /// A cut at a key frame codes nothing, and one in pictures of other codings is refused.
  @Test func whatNeedsNoCodingOrHasNone() throws {
    let (source, output) = (try movie("plain AVC"), folder.path("cut.mov"))
    let result = try Program.boxwalk("trim", source, "--from", "1", "--smart", "-o", output)
    #expect(result.code == 0 && !result.output.contains("re-encoded"), "\(result.output)")
    #expect(
      try ShownFrame.all(of: output).map(\.hash)
        == Array(ShownFrame.all(of: source).map(\.hash).dropFirst(25)))
    let old = folder.path("old.mp4")
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-i", source, "-c:v", "mpeg4", "-an", old)
    #expect(made.code == 0, "\(made.errors)")
    let refused = try Program.boxwalk("trim", old, "--from", "0.2", "--smart", "-o", output)
    #expect(refused.code == 2 && refused.errors.contains("without --smart"), "\(refused.errors)")
    #expect(
      try Program.boxwalk("trim", source, "--to", "1", "--smart", "--hide", "-o", output).code == 64
    )
  }
}
