import AVC
import FieldCoding
import Foundation
import HEVC
import ISOBMFF
import Inspection
import NALUnits
import TestSupport
import Testing

/// Compares records that are made from streams with those of FFmpeg.
@Suite struct MadeRecordTests {
  /// Streams with start codes: those of codecs' test suites, and ones of x264 and x265.
  private static let streams: [String] = MediaFolder.files.filter { path in
    ["265", "h265", "hevc", "264", "h264"].contains(URL(fileURLWithPath: path).pathExtension)
      && path.contains("-bitstream/") && !refused.contains { path.hasSuffix($0) }
  }

  /// FFmpeg 5.1 makes no record of these: of two it does not read the parameter sets, and one has no whole
  /// picture.
  private static let refused = ["B020.265", "B023.265", "sei-double-3byte-start-code-4.hevc"]

  @Test(.needs("ffmpeg"), .needsMedia, arguments: streams)
  func ofStreamsAreThoseOfFFmpeg(_ path: String) throws {
    let folder = try Folder()
    let movie = folder.path("movie.mp4")
    let isHEVC = path.contains("hevc-bitstream")
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", isHEVC ? "hevc" : "h264", "-i", path, "-c", "copy", "-tag:v",
        isHEVC ? "hvc1" : "avc1", movie,
      ])
    try #require(result.code == 0, "\(result.errors)")
    let theirs = try #require(
      try ConfigurationFile([ByteSource(mapping: movie).bytes]).configurations.first)
    let ours = try #require(
      try ConfigurationFile([ByteSource(mapping: path).bytes]).configurations.first)
    #expect(ours.isMade && ours.worst == nil)
    #expect(ours.codec == (isHEVC ? .hevc : .avc))
    #expect(try hexText(withoutSEI(ours)) == hexText(withoutFinalZeros(theirs)))
    #expect(ours.codec() == theirs.codec())
  }

  /// Our records contain HDR10's data about the display, and those of FFmpeg do not.
  private func withoutSEI(_ made: DecoderConfiguration) throws -> Bytes {
    guard var record = made.record as? HEVCDecoderConfigurationRecord else { return made.bytes }
    record.arrays.removeAll { $0.type == .prefixSEI || $0.type == .suffixSEI }
    return Bytes(try record.encoded())
  }

  /// FFmpeg adds a zero to a PPS that belongs to the start code after it (ITU-T H.264 §B.1.1).
  private func withoutFinalZeros(_ theirs: DecoderConfiguration) throws -> Bytes {
    guard var record = theirs.record as? AVCDecoderConfigurationRecord else { return theirs.bytes }
    record.pictureParameterSets = record.pictureParameterSets.map(\.withoutTrailingZeros)
    return Bytes(try record.encoded())
  }

  /// Each set in a separate file, without a start code, and in any order.
  @Test func ofFilesOfParameterSetsIsThatOfTheMovie() throws {
    for name in ["clip-hevc.mov", "clip-h264.mp4"] {
      let movie = try ConfigurationFile([sample(name)])
      let stored = try #require(movie.configurations.first)
      let made = try #require(
        try ConfigurationFile(stored.record.codedUnits.reversed().map { Bytes(Array($0)) })
          .configurations.first)
      #expect(made.isMade && made.findings.isEmpty)
      #expect(made.codec == stored.codec)
      #expect(made.codec() == stored.codec())
      // Values that sets do not state are the same in both.
      #expect(hexText(made.bytes) == hexText(try stored.remade()))
    }
  }

  @Test(.needs("ffmpeg")) func ofUnitsOfAV1IsThatOfThePhoto() throws {
    let folder = try Folder()
    let (photo, stream) = (samplePath("coast.avif"), folder.path("coast.obu"))
    let result = try InstalledProgram.run(
      "ffmpeg", ["-v", "error", "-i", photo, "-c", "copy", stream])
    try #require(result.code == 0, "\(result.errors)")
    let made = try #require(
      try ConfigurationFile([ByteSource(mapping: stream).bytes]).configurations.first)
    let stored = try #require(try ConfigurationFile([sample("coast.avif")]).configurations.first)
    #expect(made.codec == .av1 && stored.codec == .av1)
    // The photo has no sequence header in its record.
    #expect(hexText(made.bytes.prefix(4)) == hexText(stored.bytes.prefix(4)))
    #expect(made.worst == nil)
    #expect(hexText(try stored.remade()) == hexText(made.bytes))
  }

  @Test(.needsMedia) func ofUnitsOfVVCIsThatOfThePhoto() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("heif-misc/vvc32.heif") })
    let file = try ConfigurationFile([ByteSource(mapping: path).bytes])
    let stored = try #require(file.configurations.first)
    #expect(stored.codec == .vvc)
    let made = try #require(
      try ConfigurationFile(stored.record.codedUnits.map { Bytes(Array($0)) }).configurations.first)
    #expect(made.codec == .vvc && made.worst == nil)
    #expect(made.codec() == stored.codec())
    // Only frame rates are not in a parameter set.
    #expect(hexText(try stored.remade()) == hexText(stored.bytes))
  }
}

func samplePath(_ name: String) -> String {
  MediaFolder.samples.first { $0.hasSuffix("/\(name)") } ?? name
}

func sample(_ name: String) throws -> Bytes { try ByteSource(mapping: samplePath(name)).bytes }

func hexText(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
