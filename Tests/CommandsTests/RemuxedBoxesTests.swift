import FieldCoding
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// What the boxes say of tracks that come from Matroska, and what goes back to it.
@Suite(
  .needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264", "flac"),
  .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct RemuxedBoxesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func remux(_ input: String, _ name: String) throws -> String {
    let output = folder.path(name)
    let result = try Program.boxwalk("remux", input, "-o", output)
    #expect(result.code < 2, "\(name): \(result.errors)")
    return output
  }

  /// The rate of the audio fits into its entry, or it does not.
  @Test(arguments: [48_000, 96_000]) func theyDescribeTheSamples(rate: UInt32) throws {
    let source = folder.path("source.mkv")
    let coded = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=2", "-f", "lavfi",
      "-i", "sine=sample_rate=48000:duration=1", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      "-vf", "setsar=4/3", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace",
      "bt2020nc", "-c:a", "flac", "-ac", "1", "-ar", "\(rate)", source)
    try #require(coded.code == 0, "\(coded.errors)")
    let path = try remux(source, "made.mp4")
    let file = BoxFile(try ByteSource(mapping: path).bytes)
    #expect(file.boxes.first(FileTypeBox.self)?.compatibleBrands == ["isom", "iso2", "mp41"])
    let movie = try #require(MovieFile(file))
    let header = try #require(movie.header)
    // The pictures last longer than the audio.
    #expect((Double(header.duration) / Double(header.timescale) - 2).magnitude < 0.02)
    let durations = movie.tracks.map { Double($0.mediaDuration) / Double($0.timescale) }
    #expect((durations[0] - 2).magnitude < 0.11 && (durations[1] - 1).magnitude < 0.11)
    for track in movie.tracks {
      let stated = track.box.children.at("mdia").first(MediaHeaderBox.self)
      #expect(stated?.duration == UInt64(track.mediaDuration))
    }
    let colour = try #require(
      movie.tracks[0].sampleEntries.first?.children.first(ColourInformationBox.self))
    #expect(
      [colour.colourPrimaries, colour.transferCharacteristics, colour.matrixCoefficients]
        == [9, 16, 9])
    let table = movie.tracks[1].box.children.at("mdia", "minf", "stbl")
    let sound = try #require(movie.tracks[1].sampleEntries.first)
    let entry = try #require(sound[AudioSampleEntry.self])
    #expect(entry.channelCount == 1)
    let isHigh = rate > 65_535
    #expect(table.first(SampleDescriptionBox.self)?.header.version == (isHigh ? 1 : 0))
    #expect(entry.version == (isHigh ? 1 : 0))
    #expect(entry.sampleRate == (isHigh ? 0 : rate << 16))
    #expect(sound.children.first(SamplingRateBox.self)?.samplingRate == (isHigh ? rate : nil))
  }

  /// The shape of pixels that only the box states, and not the pictures.
  @Test func theShapeOfPixelsGoesThere() throws {
    let source = folder.path("source.mp4")
    let copied = try Program.other(
      "ffmpeg", "-v", "error", "-i", Program.sample("clip-h264.mp4"), "-c", "copy", "-aspect",
      "2:1", source)
    try #require(copied.code == 0, "\(copied.errors)")
    let shape = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
      "stream=sample_aspect_ratio", "-of", "csv=p=0", remux(source, "made.mkv"))
    #expect(shape.output.hasPrefix("3:2"), "\(shape.output)")
  }
}
