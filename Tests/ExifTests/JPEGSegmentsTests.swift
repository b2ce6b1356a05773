import Exif
import Testing

@Suite struct JPEGSegmentsTests {
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let size = payload.count + 2
    return [0xFF, marker, UInt8(size >> 8), UInt8(truncatingIfNeeded: size)] + payload
  }

  static let picture: [UInt8] =
    [0xFF, 0xD8] + segment(0xE1, Array("Exif\0\0".utf8) + Samples.photo(.little))
    + segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))
    + segment(0xE2, Array("ICC_PROFILE\0".utf8) + [2, 2] + [4, 5])
    + segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 2] + [1, 2, 3])
    + [0xFF] + segment(0xC2, [8, 0x0B, 0xD0, 0x0F, 0xC0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [1, 2, 0xFF, 0, 0xFF, 0xD0, 3]
    + segment(0xC4, [0xFF, 0xD9]) + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [7, 0xFF, 0xFF, 0xD9]

  @Test func segmentsAndMetadata() throws {
    let jpeg = JPEGSegments(Bytes(JPEGSegmentsTests.picture + [9, 9, 9]))
    #expect(jpeg.finding == nil)
    #expect(jpeg.segments.map(\.marker) == [0xE1, 0xE1, 0xE2, 0xE2, 0xC2, 0xDA])
    #expect(jpeg.segments[0].offset == 2)
    let size = try #require(jpeg.frameSize)
    #expect(size == (4032, 3024))
    #expect(jpeg.componentCount == 3)
    #expect(jpeg.exif == Bytes(Samples.photo(.little)))
    #expect(jpeg.xmp == Bytes("<x/>".utf8))
    #expect(jpeg.icc == Bytes([1, 2, 3, 4, 5]))
    #expect(jpeg.end == JPEGSegmentsTests.picture.count)
    #expect(jpeg.trailer == Bytes([9, 9, 9]))
  }

  @Test func prefixesNeverTrap() {
    let bytes = Bytes(JPEGSegmentsTests.picture)
    for count in 0..<bytes.count {
      guard let part = bytes.part(0..<count) else { continue }
      let jpeg = JPEGSegments(part)
      #expect(!jpeg.endsWithEOI)
      _ = (jpeg.frameSize, jpeg.componentCount, jpeg.exif, jpeg.xmp, jpeg.icc, jpeg.trailer)
    }
  }
}
