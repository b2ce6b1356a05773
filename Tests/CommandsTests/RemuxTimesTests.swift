import Foundation
import TestSupport
import Testing

/// Movies whose samples are decoded after their presentation time, or at the same time, in containers that do not
/// support that: the result is that of ffmpeg.
@Suite(
  .needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"),
  .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct RemuxTimesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func movie(_ options: String...) throws -> String {
    let path = folder.path("source.mp4")
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=30:duration=1", "-f",
        "lavfi", "-i", "sine=sample_rate=48000:duration=1", "-c:v", "libx264", "-c:a", "aac",
      ] + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  /// The presentation time of each picture after the first, and its hash; none is decoded later.
  private func packets(_ path: String) throws -> [(time: Double, hash: String)] {
    let said = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of",
      "csv=p=0", path)
    let times = said.output.split(separator: "\n").compactMap {
      Double($0.split(separator: ",").first ?? "")
    }
    let hashes = try ShownFrame.all(of: path).map(\.hash)
    try #require(times.count == hashes.count && !times.isEmpty, "\(said.errors)")
    return zip(times, hashes).map { ($0 - times[0], $1) }
  }

  /// Apple's writers and those of CMAF have offsets below 0, so that no edit list is needed.
  @Test(arguments: ["mkv", "ts", "flv"])
  func offsetsBelowZero(_ container: String) throws {
    let source = try movie("-bf", "2", "-movflags", "+negative_cts_offsets")
    let (ours, theirs) = (folder.path("ours." + container), folder.path("theirs." + container))
    let result = try Program.boxwalk("remux", source, "-o", ours)
    #expect(result.isDone, "\(result.errors)")
    let copied = try Program.other("ffmpeg", "-v", "error", "-i", source, "-c", "copy", theirs)
    #expect(copied.code == 0, "\(copied.errors)")
    let (found, expected) = (try packets(ours), try packets(theirs))
    #expect(found.map(\.hash) == expected.map(\.hash))
    for (a, b) in zip(found, expected) { #expect(abs(a.time - b.time) < 0.0015) }
    let back = folder.path("back.mp4")
    #expect(try Program.boxwalk("remux", ours, "-o", back).isDone)
    #expect(try packets(back).map(\.hash) == expected.map(\.hash))
    // No picture is decoded after its presentation time.
    let times = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,dts", "-of",
      "csv=p=0", ours)
    for line in times.output.split(separator: "\n") {
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      if numbers.count == 2 { #expect(numbers[0] >= numbers[1], "\(line)") }
    }
  }

  /// Two samples of no duration have the same tick.
  @Test(arguments: ["mkv", "ts", "flv"])
  func samplesOfOneMoment(_ container: String) throws {
    let source = try movie("-bf", "0", "-video_track_timescale", "15360")
    var data = try Data(contentsOf: URL(fileURLWithPath: source))
    // The samples of the first track last 512 ticks each; now they last none.
    let table = try #require(data.range(of: Data("stts".utf8))).upperBound
    #expect(data[table + 8..<table + 16] == Data([0, 0, 0, 30, 0, 0, 2, 0]))
    data.replaceSubrange(table + 14..<table + 16, with: [0, 0])
    try data.write(to: URL(fileURLWithPath: source))
    let output = folder.path("made." + container)
    let result = try Program.boxwalk("remux", source, "-o", output)
    #expect(result.isDone, "\(result.errors)")
    let counted = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries",
      "stream=nb_read_packets", "-of", "csv=p=0", output)
    #expect(counted.output.contains("30"), "\(counted.output)")
  }
}
