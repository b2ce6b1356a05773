import Foundation
import HEIF
import ISOBMFF
import TestSupport
import Testing

/// Coded images other than HEVC, and images that are derived from derived ones.
@Suite struct PlanCodingTests {
  /// The first item is what `type` says, of 64 × 64, with four bytes of data.
  private func single(_ type: String, _ properties: [[UInt8]], data: [UInt8]) -> Fixture {
    var fixture = Fixture()
    fixture.items = [(1, type)]
    fixture.properties = [Property.ispe(64, 64)] + properties
    fixture.associations = [(1, Array(1...properties.count + 1))]
    fixture.itemData = data
    fixture.locations = [0x44, 0x00] + be16(1) + location(1, 0, data.count)
    return fixture
  }

  private func location(_ id: Int, _ offset: Int, _ length: Int) -> [UInt8] {
    be16(id) + be16(1) + be16(0) + be16(1) + be32(offset) + be32(length)
  }

  /// The sequence header of a picture of libavif's tests (`draw_points_idat_progressive.avif`).
  ///
  /// dav1d says of it: 33 × 11, 8 bit, 4:4:4, full range, primaries 1, transfer 13, matrix 6.
  private static let sequenceHeader: [UInt8] = []

  /// The SPS and the PPS of `SampleMedia/clip-h264.mp4`.
  private func avcC() throws -> [UInt8] {
    let bytes = try Data(
      contentsOf: package.appendingPathComponent("SampleMedia/clip-h264.mp4"))
    let start = try #require(bytes.range(of: Data("avcC".utf8))).lowerBound - 4
    let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    return Array(bytes[start..<start + count])
  }

  private var package: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}
