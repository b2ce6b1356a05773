import Metadata
import Testing

/// Metadata that is longer than a segment.
@Suite struct MetadataSegmentsTests {
  private static let xmp = "http://ns.adobe.com/xap/1.0/\0"

  /// A JPEG with these APP1 segments, as far as its first scan.
  private func picture(_ payloads: [[UInt8]]) -> JPEGSegments {
    let segments = payloads.flatMap { JPEGSegmentsTests.segment(0xE1, $0) }
    return JPEGSegments(Bytes([0xFF, 0xD8] + segments + JPEGSegmentsTests.picture.dropFirst(2)))
  }

  @Test func aShortPacketStaysAsItIs() {
    let packet = XMPPacketTests.packet(#"tiff:Make="X""#, "")
    #expect(
      XMPSegments.payloads(of: packet.utf8) == [Array((MetadataSegmentsTests.xmp + packet).utf8)])
  }

  @Test func paddingGoesFirst() {
    let packet = XMPPacketTests.packet(#"tiff:Make="X""#, "")
    let end = "<?xpacket end=\"w\"?>"
    let padded =
      packet.dropLast(end.count) + String(repeating: " \n", count: 40_000) + end
    let payloads = XMPSegments.payloads(of: padded.utf8)
    #expect(payloads.count == 1)
    #expect(payloads[0].count < 1_000)
  }

  @Test func aLongPacketIsSplitByProperties() throws {
    let long = String(repeating: "0123456789", count: 14_000)
    let packet = XMPPacketTests.packet(
      #"tiff:Make="X" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="00""#,
      "<dc:title>T</dc:title><dc:description>\(long)</dc:description>")
    let payloads = XMPSegments.payloads(of: packet.utf8)
    #expect(payloads.count == 4)
    #expect(payloads.allSatisfy { $0.count <= 65_533 })
    let jpeg = picture(payloads)
    let standard = String(decoding: try #require(jpeg.xmp), as: UTF8.self)
    let extended = String(decoding: try #require(jpeg.extendedXMP), as: UTF8.self)
    #expect(standard.contains(#"tiff:Make="X""#))
    #expect(standard.contains("<dc:title>T</dc:title>"))
    #expect(!standard.contains("dc:description"))
    #expect(extended.hasPrefix("<x:xmpmeta"))
    #expect(extended.hasSuffix("</x:xmpmeta>"))
    #expect(extended.contains("<dc:description>\(long)</dc:description>"))
    #expect(!extended.contains("tiff:Make="))
    #expect(!extended.contains("HasExtendedXMP"))
    let name = MD5Tests.hex(MD5.digest(of: extended.utf8)).uppercased()
    #expect(standard.contains("xmpNote:HasExtendedXMP=\"\(name)\""))
    #expect(XMPPacket(standard.utf8) != nil)
    #expect(XMPPacket(extended.utf8) != nil)
  }

  /// A document of another kind is written to the extension unchanged.
  @Test func whatCannotBeSplitIsKeptWhole() throws {
    for packet in [
      String(repeating: "\u{0}<", count: 40_000), "<a>\(String(repeating: "b", count: 70_000))</a>",
    ] {
      let jpeg = picture(XMPSegments.payloads(of: packet.utf8))
      #expect(jpeg.extendedXMP == Bytes(packet.utf8))
      #expect(XMPPacket(try #require(jpeg.xmp)) != nil)
    }
  }

  @Test func longExifGoesOnInFurtherSegments() throws {
    // A further segment must not start like a separate structure.
    var tiff = Samples.photo(.big) + [UInt8](repeating: 7, count: 140_000)
    tiff.replaceSubrange(65_525..<65_533, with: [0x4D, 0x4D, 0x4D, 0x4D, 0, 0x2A, 7, 7])
    let payloads = ExifSegments.payloads(of: tiff)
    #expect(payloads.count == 3)
    #expect(payloads.allSatisfy { $0.count <= 65_533 })
    #expect(picture(payloads).exif == Bytes(tiff))
    tiff.replaceSubrange(65_527..<65_531, with: [0x49, 0x49, 0x2A, 0])
    #expect(picture(ExifSegments.payloads(of: tiff)).exif == Bytes(tiff))
  }

  @Test func aSecondStructureIsNoContinuation() {
    let first = Samples.photo(.big)
    let both = ExifSegments.payloads(of: first) + ExifSegments.payloads(of: Samples.photo(.little))
    #expect(picture(both).exif == Bytes(first))
  }
}
