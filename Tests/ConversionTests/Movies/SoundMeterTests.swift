import Files
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

@testable import Conversion

/// The loudness of audio, compared with ffmpeg's `astats`.
@Suite(.needs("ffmpeg"))
struct SoundMeterTests {
  private let sound: SoundComparison

  init() throws { sound = try SoundComparison() }

  /// A tone that gets louder and softer, and a second without any.
  private func swell(rate: Int, channels: Int, seconds: Double) -> [String] {
    let tones = (0..<channels).map {
      "0.9*sin(2*PI*\(300 + 100 * $0)*t)*(0.5+0.4*sin(2*PI*0.37*t))*(lt(t,2)+gt(t,3))"
    }.joined(separator: "|")
    return [
      "-f", "lavfi", "-i",
      "aevalsrc=exprs='\(tones)':channel_layout=\(channels == 2 ? "stereo" : "mono"):sample_rate=\(rate):duration=\(seconds)",
    ]
  }

  private func levels(_ path: String) throws -> TrackAudioLevels {
    let movie = try #require(MovieFile(BoxFile(try ByteSource(mapping: path).bytes)))
    let track = try #require(movie.tracks.first { $0.handlerType == "soun" })
    return try AudioMeter(Worker(BuiltPrograms.worker)).levels(of: track, at: path)
  }

  /// The values that ffmpeg prints for all decoded samples, also for those that the edit list hides.
  private func astats(_ path: String, _ filter: String) throws -> String {
    try InstalledProgram.run(
      "ffmpeg",
      [
        "-hide_banner", "-flags2", "+skip_manual", "-i", path, "-map", "0:a:0", "-af", filter,
        "-f", "null", "-",
      ]
    ).errors
  }

  /// The numbers of a kind, in their order: of each channel, and then of all.
  private func numbers(_ text: String, _ name: String) -> [Double] {
    text.split(separator: "\n").filter { $0.contains(name) }.compactMap {
      $0.split(whereSeparator: { ":=".contains($0) }).last.map {
        $0.trimmingCharacters(in: .whitespaces)
      }.flatMap { $0 == "-inf" ? -Double.infinity : Double($0) }
    }
  }

  @Test(arguments: [
    ("mov", ["-c:a", "pcm_s16le"]), ("mov", ["-c:a", "pcm_f32be"]), ("mov", ["-c:a", "pcm_u8"]),
    ("mp4", ["-c:a", "aac"]), ("mp4", ["-c:a", "alac"]),
    ("mp4", ["-c:a", "flac", "-strict", "-2"]),
    ("mp4", ["-c:a", "aac", "-movflags", "+frag_keyframe+empty_moov"]),
  ])
  func theWholeIsAsLoudAsOthersSay(_ container: String, _ coding: [String]) throws {
    let path = try sound.make(
      "swell.\(container)", swell(rate: 48_000, channels: 2, seconds: 6) + coding)
    let levels = try levels(path)
    let text = try astats(path, "astats")
    let peak = try #require(numbers(text, "Peak level dB").last, "\(text)")
    let mean = try #require(numbers(text, "RMS level dB").last)
    #expect((levels.whole.peak - peak).magnitude < 0.01, "\(levels.whole), and \(peak)")
    #expect((levels.whole.rootMeanSquare - mean).magnitude < 0.01, "\(levels.whole), and \(mean)")
    #expect(levels.sampled == nil && !levels.parts.contains(nil))
  }

  /// Each part of the time has the level of its own samples: of 960, in 8 seconds of 48,000.
  @Test func partsAreAsLoudAsOthersSay() throws {
    let path = try sound.make(
      "swell.mov", swell(rate: 48_000, channels: 1, seconds: 8) + ["-c:a", "pcm_s16le"])
    let levels = try levels(path)
    #expect(levels.parts.count == 400 && levels.span == 0...8)
    let text = try astats(
      path,
      "asetnsamples=960,astats=metadata=1:reset=1,ametadata=print")
    let peaks = numbers(text, "astats.Overall.Peak_level")
    let means = numbers(text, "astats.Overall.RMS_level")
    try #require(peaks.count == 400 && means.count == 400, "\(text.suffix(500))")
    for (index, part) in levels.parts.enumerated() {
      let part = try #require(part)
      // Silence is minus infinity for both.
      let isSame =
        part.peak == peaks[index] || (part.peak - peaks[index]).magnitude < 0.01
      #expect(isSame, "\(index): \(part.peak), and \(peaks[index])")
      #expect(
        part.rootMeanSquare == means[index]
          || (part.rootMeanSquare - means[index]).magnitude < 0.01,
        "\(index): \(part.rootMeanSquare), and \(means[index])")
    }
    #expect(
      levels.parts[120] == TrackAudioLevels.Level(peak: -.infinity, rootMeanSquare: -.infinity))
  }

  /// A part of long audio is decoded, which is as loud as the rest of a constant tone.
  @Test(arguments: [["-c:a", "aac"], ["-c:a", "pcm_s16le"]])
  func longSoundIsSampled(_ coding: [String]) throws {
    let tone = "aevalsrc=exprs='0.5*sin(2*PI*440*t)':sample_rate=8000:duration=1500"
    let path = try sound.make("tone.mov", ["-f", "lavfi", "-i", tone] + coding)
    let levels = try levels(path)
    let sampled = try #require(levels.sampled)
    #expect(levels.parts.count == 400 && !levels.parts.contains(nil))
    #expect(sampled > 0.01 && sampled * 400 <= 240, "\(sampled)")
    let mean = try #require(numbers(try astats(path, "astats"), "RMS level dB").last)
    for part in levels.parts.dropFirst().dropLast().compactMap(\.self) {
      #expect((part.rootMeanSquare - mean).magnitude < 0.3, "\(part), and \(mean)")
    }
  }

  /// The rest of a movie that was truncated is as loud as before.
  @Test func whatIsLeftIsMeasured() throws {
    let path = try sound.make(
      "swell.mov",
      swell(rate: 48_000, channels: 1, seconds: 8) + [
        "-c:a", "pcm_s16le", "-movflags", "+faststart",
      ]
    )
    let whole = try levels(path)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let cut = sound.folder.path("cut.mov")
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: cut))
    let left = try levels(cut)
    #expect(left.parts.count == 400 && left.sampled == nil)
    let count = left.parts.count { $0 != nil }
    #expect((180...200).contains(count), "\(count)")
    #expect(left.parts.prefix(count - 1) == whole.parts.prefix(count - 1))
    #expect(left.parts.dropFirst(count).allSatisfy { $0 == nil })
  }

  /// A coding without a decoder, and damaged packets.
  @Test func whatCannotBeDecodedIsSaid() throws {
    let path = try sound.make(
      "swell.mp4", swell(rate: 48_000, channels: 1, seconds: 4) + ["-c:a", "aac"])
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let entry = try #require(data.range(of: Data("mp4a".utf8)))
    data.replaceSubrange(entry, with: Data("zzzz".utf8))
    let other = sound.folder.path("other.mp4")
    try data.write(to: URL(fileURLWithPath: other))
    let error = #expect(throws: ConversionError.self) { try levels(other) }
    #expect(error?.message.contains("for which there is no decoder") == true, "\(error as Any)")
  }
}
