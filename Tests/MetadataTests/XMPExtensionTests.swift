import FieldCoding
import Metadata
import Testing

/// A main packet and its extension as one packet, for files whose packets may have any size.
@Suite struct XMPExtensionTests {
  private let rdf = #"xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#""#

  @Test func theyAreJoined() throws {
    let main = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(rdf)><rdf:Description rdf:about="" \
      xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmpNote:HasExtendedXMP="0123456789ABCDEF0123456789ABCDEF" dc:format="a"/></rdf:RDF></x:xmpmeta>
      """
    let more = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:g="urn:g"><rdf:RDF \(rdf)><rdf:Description \
      rdf:about=""><g:Data>long</g:Data></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let packet = try #require(XMPPacket(Array(main.utf8)))
    let extended = try #require(XMPPacket(Array(more.utf8)))
    let joined = try #require(packet.joined(with: extended))
    let text = String(decoding: joined, as: UTF8.self)
    #expect(!text.contains("HasExtendedXMP"))
    let whole = try #require(XMPPacket(joined))
    #expect(whole.value(of: "Data", in: "urn:g") == "long")
    #expect(whole.value(of: "format", in: "http://purl.org/dc/elements/1.1/") == "a")
  }

  @Test func withoutRoomThereIsNoPacket() throws {
    let empty = try #require(XMPPacket(Array("<x/>".utf8)))
    let packet = try #require(XMPPacket(XMPPacket.empty))
    #expect(empty.joined(with: packet) == nil && packet.joined(with: empty) == nil)
  }
}
