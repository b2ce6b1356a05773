import FieldCoding
import Foundation
import ISOBMFF
import Movie
import Rescue
import TestSupport
import Testing

/// If the size of `mdat` shows how many bytes are lost or added, the samples behind these bytes have moved as far.
@Suite struct MovedEndTests {
  private static let blockSize = 4096

  /// A recording with its `moov` box at the end.
  private func made(_ seconds: Int) throws -> (bytes: [UInt8], media: Range<Int>) {
    let folder = try Folder()
    let path = folder.path("made.mp4")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=size=640x360:rate=30", "-t", "\(seconds)",
        "-c:v", "libx264", "-bf", "0", "-g", "600", path,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let bytes = try ByteSource(mapping: path).bytes
    let data = try #require(
      BoxFile(bytes).boxes.first { $0.type == "mdat" }?.opaquePayload)
    return (Array(bytes), data.fileOffset..<data.fileOffset + data.count)
  }

  private func shift(_ bytes: [UInt8]) throws -> Int? {
    try #require(RepairableMovie(in: Bytes(bytes), from: 0)).moved?.pieces.last?.shift
  }

  @Test(.needs("ffmpeg"), .needs(encoders: "libx264"))
  func samplesMoveAsFarAsTheEnd() throws {
    let (bytes, media) = try made(3)
    let middle = media.lowerBound + media.count / 2
    var short = bytes
    short.removeSubrange(middle..<middle + Self.blockSize)
    #expect(try shift(short) == -Self.blockSize)
    var long = bytes
    long.insert(
      contentsOf: (0..<Self.blockSize).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) },
      at: middle)
    #expect(try shift(long) == Self.blockSize)
  }

  /// Only one sample is behind the lost bytes.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264"))
  func theLastSampleShowsIt() throws {
    var (bytes, _) = try made(2)
    let movie = try #require(MovieFile(BoxFile(Bytes(bytes))))
    let ranges = movie.tracks[0].samples.map(\.fileRange)
    let lost = ranges[ranges.count - 2]
    bytes.removeSubrange(lost.lowerBound + lost.count / 2..<lost.lowerBound + lost.count / 2 + 512)
    #expect(try shift(bytes) == -512)
  }

  /// A table row without samples is a hole.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264"))
  func rowsWithoutSamplesAreHoles() throws {
    var (bytes, _) = try made(2)
    let movie = try #require(MovieFile(BoxFile(Bytes(bytes))))
    #expect(movie.tracks[0].leadsToSamples(in: Bytes(bytes)))
    let table = try #require(
      movie.tracks[0].box.children.at("mdia").at("minf").at("stbl").first { $0.type == "stsc" }?
        .origin)
    for index in table.fileOffset + 16..<table.fileOffset + table.count { bytes[index] = 0 }
    let damaged = try #require(MovieFile(BoxFile(Bytes(bytes))))
    #expect(!damaged.tracks[0].leadsToSamples(in: Bytes(bytes)))
  }
}
