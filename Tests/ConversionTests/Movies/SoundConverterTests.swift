import Editing
import Files
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

@testable import Conversion

/// Audio that was re-encoded is what ffmpeg decoded before, to the sample at the same time, and lasts as long.
@Suite(.needs("ffmpeg", "ffprobe"))
struct SoundConverterTests {
  /// A kind of audio that ffmpeg writes: its arguments.
  struct Kind: Sendable, CustomTestStringConvertible {
    var coding: String
    var container = "mov"
    var rate = 48_000
    var channels = 2
    var more: [String] = []
    /// The similarity of the audio, in decibels.
    var likeness = 20.0

    var testDescription: String { "\(coding) \(rate) \(channels) \(more) in \(container)" }
  }

  static let uncompressed = [
    "pcm_s16le", "pcm_s16be", "pcm_s24be", "pcm_s24le", "pcm_s32be", "pcm_s32le", "pcm_f32be",
    "pcm_f32le", "pcm_f64be", "pcm_f64le", "pcm_u8", "pcm_s8", "pcm_mulaw", "pcm_alaw",
  ].map { Kind(coding: $0) }
  static let compressed = [
    Kind(coding: "adpcm_ima_qt"), Kind(coding: "alac"), Kind(coding: "aac"), Kind(coding: "ac3"),
    Kind(coding: "eac3"), Kind(coding: "libmp3lame"),
    Kind(coding: "alac", container: "mp4"), Kind(coding: "aac", container: "mp4"),
    Kind(coding: "ac3", container: "mp4"), Kind(coding: "eac3", container: "mp4"),
    Kind(coding: "libmp3lame", container: "mp4"), Kind(coding: "libopus", container: "mp4"),
    Kind(coding: "flac", container: "mp4", more: ["-strict", "-2"]),
    Kind(coding: "libvorbis", container: "mp4"),
    Kind(coding: "dca", container: "mp4", more: ["-strict", "-2"]),
    Kind(coding: "truehd", container: "mp4", more: ["-strict", "-2"]),
  ]
  static let shapes = [
    Kind(coding: "pcm_s16le", rate: 44_100, channels: 1), Kind(coding: "pcm_s16le", rate: 8000),
    Kind(coding: "pcm_s16le", rate: 96_000), Kind(coding: "pcm_s16le", rate: 37_800),
    Kind(coding: "pcm_s16le", rate: 192_000, likeness: 15), Kind(coding: "alac", rate: 96_000),
    Kind(coding: "pcm_s24le", channels: 6), Kind(coding: "ac3", container: "mp4", channels: 6),
    Kind(coding: "aac", container: "mp4", channels: 6),
    Kind(coding: "flac", container: "mp4", rate: 22_050, channels: 1, more: ["-strict", "-2"]),
    Kind(coding: "pcm_s16le", more: ["-movie_timescale", "600"]),
    Kind(coding: "libmp3lame", container: "mp4", rate: 44_100, channels: 1),
  ]

  private let sound: SoundComparison

  init() throws { sound = try SoundComparison() }

  @Test(arguments: uncompressed + compressed + shapes)
  func soundOfEachKind(_ kind: Kind) throws {
    let path = try sound.make(
      "source.\(kind.container)",
      ["-f", "lavfi", "-i", SoundComparison.tones(rate: kind.rate, channels: kind.channels)]
        + ["-c:a", kind.coding] + kind.more)
    let (output, _, result) = try sound.convert(path, .aac)
    #expect(result.warnings == [] && result.leftOut.count == (kind.channels > 2 ? 1 : 0))
    try sound.expectSame(output, path, atLeast: kind.likeness)
    #expect(
      try sound.probe(output, "stream=codec_name,profile,channels")
        == "aac,LC,\(min(kind.channels, 2))")
    #expect(try sound.verify(output) == 0)
  }

  /// Movies of devices and of many programs: the smallest for each kind of audio, by how it is coded and
  /// timed.
  static let real: [String] = {
    var smallest: [String: (path: String, size: Int)] = [:]
    for path in MediaFolder.files + MediaFolder.samples {
      guard
        ["mp4", "mov", "m4a", "m4v", "3gp", "3g2"].contains(
          (path as NSString).pathExtension.lowercased()), !path.contains("malformed"),
        let bytes = try? ByteSource(mapping: path).bytes, bytes.count < 6 << 20,
        let movie = MovieFile(BoxFile(bytes)),
        let track = movie.tracks.first(where: { $0.handlerType == "soun" }),
        let source = AudioSource(track), let coding = source.coding,
        track.samples.count > 0, track.samples.areWithin(bytes.count),
        // A movie that begins later begins at 0 when its fragments are described by tables.
        !movie.isFragmented || track.start == 0
      else { continue }
      let kind =
        "\(source.type) \(coding.decoder) \(coding.sampleRate) \(track.timescale) "
        + "\(coding.channelCount) \(track.editList.edits.count) \(movie.isFragmented)"
      if smallest[kind].map({ $0.size > bytes.count }) ?? true {
        smallest[kind] = (path, bytes.count)
      }
    }
    return smallest.values.map(\.path).sorted()
  }()

  @Test(.needsMedia, arguments: real)
  func realSound(_ path: String) throws {
    let (output, _, result) = try sound.convert(path, .aac)
    #expect(result.warnings == [], "\(path)")
    try sound.expectSame(output, path, atLeast: 3)
    #expect(try sound.otherPackets(output) == sound.otherPackets(path))
    if try sound.verify(path) == 0 { #expect(try sound.verify(output) == 0) }
  }
}
