import Editing
import FieldCoding
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing
import Verification

/// Movies that count their time in whole seconds, cut and joined at moments between them, as ffmpeg shows them.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct CoarseTimescaleTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func movie(seconds: Int, timescale: Int) throws -> String {
    let path = folder.path("\(seconds)-\(timescale).mp4")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i",
        "testsrc2=size=96x64:rate=30:duration=\(seconds)", "-f", "lavfi", "-i",
        "sine=sample_rate=48000:duration=\(seconds)", "-c:v", "libx264", "-bf", "2", "-g", "10",
        "-c:a", "aac", "-movie_timescale", "\(timescale)", path,
      ])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  private func part(
    _ source: String, from start: Double, to end: Double? = nil, dropping: Bool = true
  ) throws -> String {
    let name = "part." + (source as NSString).pathExtension
    return try folder.edited(source, as: name) { edit throws(EditError) in
      try edit.trim(from: start, to: end, dropping: dropping)
    }
  }

  private func hashes(_ path: String) throws -> [String] {
    try ShownFrame.all(of: path).map(\.hash)
  }

  private func duration(_ path: String) throws -> Double {
    let stated = try InstalledProgram.run(
      "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
    return try #require(
      Double(stated.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(stated.errors)")
  }

  @Test(arguments: [(0.5, 1.5, 15..<45), (0, 0.7, 0..<21), (1.1, 2, 33..<60)])
  func partsAreExact(_ from: Double, _ to: Double, _ frames: Range<Int>) throws {
    let source = try movie(seconds: 3, timescale: 1)
    let output = try part(source, from: from, to: to)
    #expect(try hashes(output) == Array(hashes(source)[frames]))
    #expect(try abs(duration(output) - Double(frames.count) / 30) < 0.001)
  }

  /// The last picture is shown for a part of its tick.
  @Test func theLastPictureStays() throws {
    let source = folder.path("last.mov")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=2",
        "-c:v", "qtrle", "-video_track_timescale", "25", source,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let all = try hashes(source)
    for (to, count) in [(0.81, 9), (0.84, 9), (0.8, 8), (0.8003, 8), (0.76, 7)] {
      let output = try part(source, from: 0.48, to: to)
      #expect(try hashes(output) == Array(all[12..<12 + count]), "\(to)")
    }
  }

  /// With a tick for each picture, the media could only be cut between two pictures, and the audio anywhere.
  @Test(arguments: [(true, 1.42), (false, 1.42), (true, 2.019), (true, 0.4)])
  func picturesAndSoundAreCutAtTheSameTime(_ dropping: Bool, _ from: Double) throws {
    let source = folder.path("ticks.mov")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=3", "-f",
        "lavfi", "-i", "sine=sample_rate=48000:duration=3", "-c:v", "libx264", "-bf", "2", "-c:a",
        "aac", "-video_track_timescale", "25", source,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let output = try part(source, from: from, dropping: dropping)
    func starts(_ path: String) throws -> [Double] {
      let movie = try #require(MovieFile(BoxFile(try ByteSource(mapping: path).bytes)))
      return movie.tracks.map { track in
        Double(track.editList.edits.compactMap(\.mediaTime).first ?? 0) / Double(track.timescale)
      }
    }
    // If nothing is dropped, the whole of a file stays before the cut.
    if !dropping {
      let (before, after) = (try starts(source), try starts(output))
      let cuts = zip(after, before).map { $0 - $1 }
      #expect(cuts.allSatisfy { abs($0 - from) < 0.0005 }, "\(cuts)")
    }
    let all = try hashes(source)
    let shown = try hashes(output)
    #expect(shown == Array(all.suffix(shown.count)))
    #expect(shown.count >= Int(75 - from * 25))
    #expect(try findings(output).allSatisfy { $0.severity == .note })
  }

  /// Samples of audio are shorter than a tick of 1/600 s, too.
  @Test func soundBeginsWithTheSampleOfTheMoment() throws {
    let source = folder.path("sound.mov")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=1", "-c:a",
        "pcm_s16le", "-movie_timescale", "600", source,
      ])
    #expect(made.code == 0, "\(made.errors)")
    // 12,345 samples and 24,345 samples, which are not whole ticks of 1/600 s.
    let output = try part(source, from: 0.2571875, to: 0.5071875)
    let samples = try [source, output].map { path in
      let raw = folder.path("sound.raw")
      _ = try InstalledProgram.run("ffmpeg", ["-v", "error", "-y", "-i", path, "-f", "s16le", raw])
      return try Data(contentsOf: URL(fileURLWithPath: raw))
    }
    #expect(samples[1] == samples[0].subdata(in: 12_345 * 2..<24_345 * 2))
  }

  /// The durations of the movie and of all tracks are the same in more ticks.
  @Test func allTracksAndEditsKeepTheirTimes() throws {
    let source = try movie(seconds: 2, timescale: 1)
    let output = try part(source, from: 0.3, dropping: false)
    #expect(try hashes(output) == Array(hashes(source)[9...]))
    #expect(try findings(output).allSatisfy { $0.severity == .note })
  }

  @Test func theNextMovieBeginsWhereTheFirstEnds() throws {
    let whole = try movie(seconds: 3, timescale: 1)
    let output = try folder.joined([whole, try movie(seconds: 2, timescale: 1000)])
    #expect(try hashes(output).count == 150)
    #expect(try abs(duration(output) - 5) < 0.05)
  }

  /// Pictures of 1001/30000 s end at no tick of 1/600 s.
  @Test func joinedMoviesKeepTheirMoments() throws {
    let source = folder.path("source.mp4")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=size=64x48:rate=30000/1001:duration=1.1", "-c:v", "libx264", "-bf", "0",
        "-movie_timescale", "600", "-use_editlist", "0", source,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let output = try folder.joined([source, source, source])
    let said = try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of",
        "csv=p=0", output,
      ])
    let times = said.output.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }
    try #require(times.count == 3 * 33, "\(said.output)")
    for (number, time) in times.enumerated() {
      #expect(abs(time - Double(number) * 1001 / 30000) < 2e-6, "\(number)")
    }
  }
}
