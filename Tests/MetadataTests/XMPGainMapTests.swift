import Metadata
import Testing

@Suite struct XMPGainMapTests {
  private static let hdrgm = "http://ns.adobe.com/hdr-gain-map/1.0/"
  private static let container = "http://ns.google.com/photos/1.0/container/"

  private func packet(_ descriptions: String) -> String {
    #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
      + descriptions + "</rdf:RDF></x:xmpmeta>\n"
  }

  private func described(_ text: String) throws -> String? {
    let packet = try #require(XMPPacket(text.utf8))
    return packet.describingGainMap(attributes: #"a:b="c""#, content: "<d/>").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func own(_ about: String) -> String {
    #"<rdf:Description xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" \#(about) a:b="c"><d/></rdf:Description>"#
  }

  @Test func standsBehindTheOthersAndIsOfTheSameResource() throws {
    let other = #"<rdf:Description rdf:about='uuid:1' xmlns:e="urn:e" e:f="1"/>"#
    #expect(try described(packet(other)) == packet(other + own("rdf:about='uuid:1'")))
    let empty = try #require(XMPPacket(XMPPacket.empty))
    #expect(empty.holdsOnlyAuxiliaryData)
    let result = try #require(empty.describingGainMap(attributes: "", content: ""))
    #expect(XMPPacket(result) != nil)
  }

  /// A photo that once was an Ultra HDR file may still have such metadata.
  @Test func replacesWhatWasSaidBefore() throws {
    let before =
      #"<rdf:Description rdf:about="" xmlns:h="\#(XMPGainMapTests.hdrgm)" xmlns:C="\#(XMPGainMapTests.container)" h:Version="1.0" h:x="2">"#
      + "<C:Directory><x/></C:Directory></rdf:Description>"
    #expect(try described(packet(before)) == packet(own(#"rdf:about="""#)))
    let parsed = try #require(XMPPacket(packet(before).utf8))
    #expect(parsed.holdsOnlyAuxiliaryData)
    #expect(parsed.value(of: "Version", in: XMPGainMapTests.hdrgm) == "1.0")
    #expect(parsed.value(of: "Version", in: XMPGainMapTests.container) == nil)
  }

  @Test func needsRoom() throws {
    #expect(try described("<x:xmpmeta/>") == nil)
    #expect(
      try described(#"<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"#) == nil)
    let other = #"<rdf:Description rdf:about="" xmlns:e="urn:e" e:f="1"/>"#
    #expect(try !#require(XMPPacket(packet(other).utf8)).holdsOnlyAuxiliaryData)
  }
}
