import Editing
import Files
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing
import WorkerClient

@testable import Conversion

/// Movies whose audio is re-encoded, and what ffmpeg decodes of them before and after.
struct SoundComparison {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// Tones that rise, so that every moment is another, for ffmpeg's `aevalsrc`.
  static func tones(rate: Int, channels: Int, seconds: Double = 2.3) -> String {
    let tones = (0..<channels).map {
      "0.3*sin(2*PI*(\(200 + 60 * $0)+\(250 + 40 * $0)*t)*t)+0.1*sin(2*PI*\(700 + 130 * $0)*t)"
    }.joined(separator: "|")
    let layout = channels == 6 ? "5.1" : channels == 2 ? "stereo" : "mono"
    return
      "aevalsrc=exprs='\(tones)':channel_layout=\(layout):sample_rate=\(rate):duration=\(seconds)"
  }

  /// A movie that ffmpeg writes.
  func make(_ name: String, _ arguments: [String]) throws -> String {
    let path = folder.path(name)
    let result = try InstalledProgram.run("ffmpeg", ["-v", "error", "-y"] + arguments + [path])
    try #require(result.code == 0, "\(result.errors)")
    return path
  }

  /// A movie in which only the audio was converted, and the result.
  func convert(
    _ path: String, _ choice: AudioChoice, quality: Int? = nil
  ) throws -> (path: String, edited: EditedFile, result: MovieConversionResult) {
    var options = MovieConverter.Options()
    options.audio = choice
    options.quality = quality
    let number = try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count
    let output = folder.path("result\(number).\((path as NSString).pathExtension)")
    let original = try OriginalFile(path)
    var edit = Edit(original.bytes)
    if MovieFile(edit.original)?.isFragmented == true { try edit.defragment() }
    var proof = MovieConversionProof(try #require(MovieFile(edit.file)), of: edit.original)
    var result = MovieConversionResult(output: output)
    try MovieConverter(Worker(BuiltPrograms.worker), options)
      .convertAudio(&edit, of: original, &result, &proof)
    proof.expect(edit)
    let edited = try edit.finished()
    try edited.write(
      to: output, from: original, check: { (bytes) throws(EditError) in try proof.check(bytes) })
    return (output, edited, result)
  }

  /// The first track of audio as ffmpeg decodes it: its left channel, or its only one.
  func sound(_ path: String, rate: Int) throws -> [Float] {
    let raw = folder.path("sound.raw")
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-copyts", "-i", try readable(path), "-map", "0:a:0", "-af",
        "aresample=\(rate):async=1:min_hard_comp=0.04:first_pts=0,aformat=channel_layouts=stereo,pan=mono|c0=c0",
        "-f",
        "f32le",
        raw,
      ])
    try #require(result.code == 0, "\(path): \(result.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: raw))
    // The bytes are numbers of four bytes, read one by one.
    let samples = unsafe data.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
    // Some files have NaN values.
    return samples.map { $0.magnitude <= 16 ? $0 : 0 }
  }

  /// A file in which ffmpeg decodes all frames: of packets of AMR in movies, it decodes only the first frame.
  func readable(_ path: String) throws -> String {
    guard try probe(path, "stream=codec_name").hasPrefix("amr_nb") else { return path }
    let frames = folder.path("frames.amr")
    let result = try InstalledProgram.run(
      "ffmpeg", ["-v", "error", "-y", "-i", path, "-map", "0:a:0", "-c", "copy", frames])
    try #require(result.code == 0, "\(path): \(result.errors)")
    return frames
  }

  /// Expects that a movie has the audio of another to the sample, re-encoded, and as long; and that ffmpeg
  /// decodes it without a message.
  func expectSame(_ output: String, _ path: String, atLeast likeness: Double) throws {
    let rate = try #require(Int(probe(output, "stream=sample_rate")))
    let (new, old) = (try sound(output, rate: rate), try sound(path, rate: rate))
    // Silence is like itself at every time.
    if old.contains(where: { $0.magnitude > 0.01 }) {
      let comparison = Comparison(new, old)
      #expect(comparison.lag == 0, "\(path): \(comparison)")
      #expect(comparison.likeness > likeness, "\(path): \(comparison)")
    }
    let difference = try presented(path) - presented(output)
    #expect((difference * Double(rate)).magnitude < 0.51, "\(path): \(difference) seconds longer")
    let decoded = try InstalledProgram.run(
      "ffmpeg", ["-v", "warning", "-i", output, "-map", "0:a:0", "-f", "null", "-"])
    #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(path): \(decoded.errors)")
  }

  /// The similarity of two audio.
  struct Comparison: CustomStringConvertible {
    /// The delay in samples.
    var lag = 0
    /// The signal above the difference, in decibels.
    var likeness = 0.0

    init(_ new: [Float], _ old: [Float]) {
      // Around the loudest sample.
      let count = min(old.count, new.count)
      let length = min(2048, count / 2)
      let most = min(1500, (count - length) / 2)
      let loudest = old.indices.max { old[$0].magnitude < old[$1].magnitude } ?? 0
      let start = min(max(loudest - length / 2, most), count - length - most)
      var least = Float.infinity
      // Tones are similar at many times.
      for candidate in [0] + Array(-most...most) {
        var sum: Float = 0
        for index in start..<start + length {
          let difference = old[index] - new[index + candidate]
          sum += difference * difference
          if sum >= least { break }
        }
        if sum < least * 0.25 { (least, lag) = (sum, candidate) }
      }
      var (signal, noise) = (0.0, 1e-12)
      for (new, old) in zip(new, old) {
        signal += Double(old * old)
        noise += Double((new - old) * (new - old))
      }
      likeness = 10 * log10(max(signal, 1e-12) / noise)
    }

    var description: String { "\(lag) samples late, \(likeness) dB" }
  }

  /// The duration of the presented audio, in seconds, by the boxes.
  func presented(_ path: String) throws -> Double {
    let movie = try #require(MovieFile(BoxFile(try ByteSource(mapping: path).bytes)))
    let track = try #require(movie.tracks.first { $0.handlerType == "soun" })
    let media = Int64(clamping: track.mediaDuration)
    guard !track.editList.isEmpty else { return Double(media) / Double(track.timescale) }
    return track.editList.edits.reduce(0) { sum, edit in
      guard let time = edit.mediaTime else { return sum }
      let left = Double(media - time) / Double(track.timescale)
      return sum
        + min(left, edit.duration.map { Double($0) / Double(movie.header?.timescale ?? 1) } ?? left)
    }
  }

  func probe(_ path: String, _ what: String) throws -> String {
    try InstalledProgram.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "a:0", "-show_entries", what, "-of", "csv=p=0", path]
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The exit code of `boxwalk verify`.
  func verify(_ path: String) throws -> Int32 {
    try InstalledProgram.run(
      BuiltPrograms.folder.appendingPathComponent("boxwalk"), ["verify", path]
    ).code
  }

  /// The packets of ffprobe in all tracks except those of audio.
  func otherPackets(_ path: String) throws -> [String] {
    try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-show_data_hash", "MD5", "-show_entries",
        "packet=codec_type,pts_time,data_hash", "-of", "csv", path,
      ]
    ).output.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("packet,") && !$0.hasPrefix("packet,audio,")
    }.sorted()
  }
}
