import Metadata
import TestSupport
import Testing

@Suite struct XMPMovieTests {
  private func packet(_ descriptions: String) -> String {
    #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
      + descriptions + "</rdf:RDF></x:xmpmeta>\n"
  }

  private func rest(_ text: String) throws -> String {
    let packet = try #require(XMPPacket(text.utf8))
    let rest = packet.withoutMovie
    #expect(packet.hasMovie == (rest != packet.bytes))
    return String(decoding: rest, as: UTF8.self)
  }

  /// The form of Pixel phones; their other properties stay.
  @Test func motionPhoto() throws {
    let namespaces =
      #"xmlns:G="http://ns.google.com/photos/1.0/camera/" xmlns:C="http://ns.google.com/photos/1.0/container/" xmlns:I="http://ns.google.com/photos/1.0/container/item/""#
    let before =
      #"<rdf:Description rdf:about="" \#(namespaces) G:MotionPhoto="1" G:MotionPhotoVersion="1" G:MotionPhotoPresentationTimestampUs="5" G:SpecialTypeID="x"><C:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><C:Item I:Semantic="MotionPhoto" I:Length="80"/></rdf:li></rdf:Seq></C:Directory></rdf:Description>"#
    let after =
      #"<rdf:Description rdf:about="" \#(namespaces) G:SpecialTypeID="x"></rdf:Description>"#
    #expect(try rest(packet(before)) == packet(after))
  }

  @Test func microVideoAsElements() throws {
    let start = #"<rdf:Description rdf:about="" xmlns:c="http://ns.google.com/photos/1.0/camera/">"#
    let before =
      start + "<c:MicroVideo>1</c:MicroVideo><c:MicroVideoOffset>9</c:MicroVideoOffset>"
      + "<c:Other>1</c:Other></rdf:Description>"
    #expect(
      try rest(packet(before)) == packet(start + "<c:Other>1</c:Other></rdf:Description>"))
  }

  /// The same names mean something else in other namespaces.
  @Test func otherPacketsStay() throws {
    let other =
      #"<rdf:Description rdf:about="" xmlns:c="urn:c" c:MotionPhoto="1" c:Directory="2"/>"#
    #expect(try rest(packet(other)) == packet(other))
  }

  /// Parts as attributes, as elements, and in another order; only in the directory.
  @Test func directory() throws {
    let namespaces =
      #"xmlns:C="http://ns.google.com/photos/1.0/container/" xmlns:I="http://ns.google.com/photos/1.0/container/item/""#
    let text =
      #"<rdf:Description rdf:about="" \#(namespaces)><C:Item I:Semantic="Other"/><C:Directory><rdf:Seq><rdf:li><C:Item I:Semantic="Primary" I:Mime="image/jpeg"/></rdf:li><rdf:li><C:Item><I:Length> 12 </I:Length><I:Semantic>MotionPhoto</I:Semantic><I:Mime>video/mp4</I:Mime></C:Item></rdf:li></rdf:Seq></C:Directory></rdf:Description>"#
    let description = try #require(XMPPacket(packet(text).utf8)).motionPhoto
    #expect(
      description.directory == [
        MotionPhotoDescription.Item(mime: "image/jpeg", semantic: "Primary"),
        MotionPhotoDescription.Item(mime: "video/mp4", semantic: "MotionPhoto", length: 12),
      ])
  }

  @Test func manyElementsAreLookedAtOnce() throws {
    func text(_ count: Int) -> String {
      packet(
        "<rdf:Description rdf:about=''>" + String(repeating: "<a/>", count: count)
          + "</rdf:Description>")
    }
    let times = growth(of: 5_000, text) { text in
      #expect(XMPPacket(text.utf8)?.motionPhoto == MotionPhotoDescription())
    }
    #expect(times < 8, "\(times)")
  }
}
