import FieldCoding
import Metadata
import Testing

/// XMP packets as items of HEIF files.
@Suite struct XMPItemTests {
  /// Some writers copy the name of the segment in a JPEG file, too.
  @Test func theNameOfASegmentIsNoPart() {
    let packet = Array("<x:xmpmeta/>".utf8)
    let named = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
    #expect(Array(JPEGSegments.packet(ofItem: Bytes(named))) == packet)
    #expect(Array(JPEGSegments.packet(ofItem: Bytes(packet))) == packet)
    #expect(JPEGSegments.packet(ofItem: Bytes()).isEmpty)
  }
}
