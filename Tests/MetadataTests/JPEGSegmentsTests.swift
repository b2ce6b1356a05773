import Metadata
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

  /// Between all segments: what libjpeg counts as "extraneous bytes before marker". FF 00 makes no marker.
  @Test(arguments: [[0], [0, 0x7F], [0xFF, 0], [1, 0xFF, 0xFF, 0, 2]] as [[UInt8]])
  func bytesBetweenSegmentsArePassedOver(stray: [UInt8]) throws {
    let whole = JPEGSegments(Bytes(JPEGSegmentsTests.picture))
    var bytes = JPEGSegmentsTests.picture
    for segment in whole.segments.reversed() {
      bytes.insert(contentsOf: stray, at: segment.offset)
    }
    let jpeg = JPEGSegments(Bytes(bytes))
    #expect(jpeg.finding == nil)
    #expect(jpeg.segments.map(\.marker) == whole.segments.map(\.marker))
    #expect(jpeg.segments.map(\.payload) == whole.segments.map(\.payload))
    #expect(jpeg.strayBytes.map { Array(bytes[$0]) } == whole.segments.map { _ in stray })
    #expect(jpeg.end == bytes.count && jpeg.exif == whole.exif && jpeg.icc == whole.icc)
    #expect(try jpeg.withoutStrayBytes().bytes == JPEGSegmentsTests.picture)
    let edited = JPEGSegments(Bytes(try jpeg.settingXMP(Array("<y/>".utf8)).bytes))
    #expect(edited.xmp == Bytes("<y/>".utf8) && edited.finding == nil)
    #expect(edited.strayBytes.count == jpeg.strayBytes.count)
  }

  /// Bytes after the tables of a later scan, which decoders skip, too. Those after the data of a scan cannot be
  /// distinguished from it.
  @Test func bytesBehindSegmentsBetweenScansAreStray() throws {
    let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0x10]
    let table: [UInt8] = [0xFF, 0xC4, 0, 20, 0] + [UInt8](repeating: 0, count: 15) + [1, 5]
    let whole = [0xFF, 0xD8] + frame + scan + [1, 2, 0xFF, 0] + table + scan + [3, 0xFF, 0xD9]
    #expect(JPEGSegments(Bytes(whole)).allStrayBytes.isEmpty)
    var bytes = whole
    let offset = 2 + frame.count + scan.count + 4 + table.count
    bytes.insert(contentsOf: [7, 0xFF, 0, 9], at: offset)
    let jpeg = JPEGSegments(Bytes(bytes))
    #expect(jpeg.strayBytes.isEmpty && jpeg.allStrayBytes == [offset..<offset + 4])
    #expect(try jpeg.withoutStrayBytes().bytes == whole)
    #expect(jpeg.end == bytes.count)
  }

  /// Another picture, an end, and bytes that are not a segment are not part of this picture.
  @Test(arguments: [[0, 0xFF, 0xD8], [0, 0xFF, 0xD9], [0, 0xFF, 0x33, 0, 2], [0, 0xFF, 0xD0]])
  func bytesBeforeWhatIsNoSegmentAreDamage(stray: [UInt8]) throws {
    var bytes = JPEGSegmentsTests.picture
    let offset = JPEGSegments(Bytes(bytes)).segments[2].offset
    bytes.insert(contentsOf: stray, at: offset)
    let jpeg = JPEGSegments(Bytes(bytes))
    #expect(jpeg.finding?.offset == offset && jpeg.strayBytes.isEmpty && jpeg.segments.count == 2)
  }

  @Test func farTooManySegmentsAreNotRead() {
    let empty: [UInt8] = [0xFF, 0xE0, 0, 2]
    let bytes = [0xFF, 0xD8] + [[UInt8]](repeating: empty, count: 70_000).joined()
    let jpeg = JPEGSegments(Bytes(bytes))
    #expect(jpeg.segments.count == 65_536)
    #expect(jpeg.finding?.offset == 2 + 65_536 * 4)
  }

  private static let digest = "0123456789ABCDEF0123456789ABCDEF"

  private static func chunk(
    _ name: String, _ length: UInt8, _ offset: UInt8, _ data: String
  ) -> [UInt8] {
    segment(
      0xE1,
      Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(name.utf8)
        + [0, 0, 0, length, 0, 0, 0, offset] + Array(data.utf8))
  }

  private static func extended(_ packet: String, _ chunks: [[UInt8]]) -> Bytes? {
    let main = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8))
    return JPEGSegments(Bytes([0xFF, 0xD8] + main + chunks.joined() + [0xFF, 0xD9])).extendedXMP
  }

  @Test(arguments: [
    "<x xmpNote:HasExtendedXMP=\"\(digest)\"/>",
    "<xmpNote:HasExtendedXMP>\(digest)</xmpNote:HasExtendedXMP>",
  ])
  func extendedXMPIsJoined(packet: String) {
    let other = String(JPEGSegmentsTests.digest.reversed())
    let first = JPEGSegmentsTests.chunk(JPEGSegmentsTests.digest, 5, 0, "abc")
    let second = JPEGSegmentsTests.chunk(JPEGSegmentsTests.digest, 5, 3, "de")
    let foreign = JPEGSegmentsTests.chunk(other, 5, 0, "xyzzy")
    let expected = Bytes("abcde".utf8)
    #expect(JPEGSegmentsTests.extended(packet, [second, foreign, first, first]) == expected)
    #expect(JPEGSegmentsTests.extended(packet, [first]) == nil)
    #expect(JPEGSegmentsTests.extended(packet, [second]) == nil)
    #expect(JPEGSegmentsTests.extended(packet, [foreign]) == nil)
    #expect(JPEGSegmentsTests.extended("<x/>", [first, second]) == nil)
    let short = Array(first.prefix(60))
    #expect(JPEGSegmentsTests.extended(packet, [short]) == nil)
    for count in 0..<packet.utf8.count {
      _ = JPEGSegmentsTests.extended(String(packet.prefix(count)), [first, second])
    }
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

  /// F-Spot writes a space after the identifier.
  @Test func aPacketAfterASpaceIsFound() throws {
    let packet = Array("<x/>".utf8)
    let payload = Array("http://ns.adobe.com/xap/1.0/ \0".utf8) + packet
    let bytes: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload + [0xFF, 0xD9]
    let jpeg = JPEGSegments(Bytes(bytes))
    #expect(jpeg.xmp == Bytes(packet))
    #expect(jpeg.segments.first.map { JPEGSegments.isXMP($0.payload) } == true)
    #expect(!JPEGSegments.isXMP(Bytes(Array("http://ns.adobe.com/xmp/extension/\0".utf8))))
  }
}
