import Metadata
import Testing

@Suite struct XMPPacketTests {
  private static let head = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Some Toolkit">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
        xmlns:e="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"

    """
  private static let tail = """
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """

  static func packet(_ attributes: String, _ elements: String) -> String {
    head + "    " + attributes + ">\n" + elements + "\n  </rdf:Description>\n" + tail
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func orientationAndSizeBecomeThoseOfThePicture() throws {
    let before = XMPPacketTests.packet(
      #"tiff:Orientation="6" e:PixelXDimension = '4032'"#,
      "<e:PixelYDimension>3024</e:PixelYDimension><dc:subject>tiff:Orientation=\"6\"</dc:subject>")
    let after = XMPPacketTests.packet(
      #"tiff:Orientation="1" e:PixelXDimension = '3024'"#,
      "<e:PixelYDimension>4032</e:PixelYDimension><dc:subject>tiff:Orientation=\"6\"</dc:subject>")
    let packet = try #require(XMPPacket(before.utf8))
    #expect(text(packet.upright(width: 3024, height: 4032)) == after)
  }

  @Test func onlyTheLocationIsTakenOut() throws {
    let before = XMPPacketTests.packet(
      #"tiff:Make="X" e:GPSLatitude="46,21.8N" e:GPSLongitude='7,2.1E' tiff:Model=">""#,
      """
      <!-- e:GPSLatitude --><dc:title>Home</dc:title>
      <Iptc4xmpExt:LocationCreated rdf:parseType="Resource"><Iptc4xmpExt:City>B</Iptc4xmpExt:City>\
      </Iptc4xmpExt:LocationCreated><p xmlns="http://ns.adobe.com/photoshop/1.0/"><City/></p>
      """)
    let after = XMPPacketTests.packet(
      #"tiff:Make="X" tiff:Model=">""#,
      """
      <!-- e:GPSLatitude --><dc:title>Home</dc:title>
      <p xmlns="http://ns.adobe.com/photoshop/1.0/"></p>
      """)
    let packet = try #require(XMPPacket(before.utf8))
    #expect(packet.hasLocation())
    #expect(text(packet.withoutLocation()) == after)
    #expect(XMPPacket(after.utf8)?.hasLocation() == false)
  }

  /// No program shows texts before and behind the packet, and between its elements.
  @Test func textsOutsideOfElementsGo() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let packet = Array(XMPPacketTests.packet(#"tiff:Make="X""#, "").utf8)
    for around in [[], mark] {
      #expect(try #require(XMPPacket(around + packet + [0x0A, 0, 0])).hasLocation() == false)
    }
    let secret = Array("47.123456, 8.654321".utf8)
    #expect(try #require(XMPPacket(packet + secret)).withoutLocation() == packet)
    #expect(try #require(XMPPacket(secret + packet)).withoutLocation() == packet)
    #expect(
      try #require(XMPPacket(packet + secret + [0x0A] + secret)).onlyPictures.count < packet.count)
    var traces = LocationTraces()
    traces.add(xmp: packet + secret)
    #expect(traces.isFound(inText: secret))
    #expect(XMPPacket(packet + Array("<![CDATA[47.123456, 8.654321]]>".utf8)) == nil)
    let instruction = Array("<?place 47.123456, 8.654321?>".utf8)
    #expect(try #require(XMPPacket(packet + instruction)).withoutLocation() == packet)
  }

  /// The keywords of services, and the short names of programs, in any namespace.
  @Test func partsOfLocationsGo() throws {
    let tags = "<dc:subject><rdf:Bag><rdf:li>sunset</rdf:li>%</rdf:Bag></dc:subject>"
    let keywords = "<rdf:li>geo:lat=48.85</rdf:li><rdf:li>geo:lon=2.29</rdf:li>"
    let before = XMPPacketTests.packet(
      #"tiff:Make="X" e:lat="48,85""#,
      tags.replacing("%", with: keywords) + "<e:lng>2,29</e:lng>")
    let packet = try #require(XMPPacket(before.utf8))
    #expect(packet.hasLocation())
    let after = text(packet.withoutLocation())
    #expect(after.contains("sunset") && !after.contains("geo:") && !after.contains("48,85"))
    #expect(!after.contains("2,29"))
  }

  @Test(arguments: [
    "", "no markup", "<a><b></a></b>", "<a", "<a b>", "<a b='c>", "<a b=c/>", "<!DOCTYPE a><a/>",
    "<a><![CDATA[</a>", "<a/", "</a>", "<a b='1'c='2'/>",
  ])
  func whatIsNotWellFormedIsRefused(document: String) {
    #expect(XMPPacket(document.utf8) == nil)
  }

  @Test func tooDeepOrTooManyAreRefused() {
    let deep = String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200)
    #expect(XMPPacket(deep.utf8) == nil)
    let many = "<a>" + String(repeating: "<b/>", count: 300_000) + "</a>"
    #expect(XMPPacket(many.utf8) == nil)
  }

  @Test func everyPrefixAnswers() {
    let packet = Array(
      XMPPacketTests.packet(#"tiff:Orientation="6""#, "<![CDATA[x]]><e:GPSStatus/>").utf8)
    for count in packet.indices { _ = XMPPacket(packet[..<count])?.withoutLocation() }
  }

  /// A tag that is not well-formed is passed over, and all others are read.
  @Test(arguments: [
    "<e:TIFF/EPStandardID>0x01</e:TIFF/EPStandardID>", "<dc:source>a < b</dc:source>",
    "<dc:source>", "</dc:source>", "<dc:source x=1>s</dc:source>", "<!ENTITY a 'b'>",
  ])
  func illFormedPacketsAreRead(damage: String) throws {
    let text = XMPPacketTests.packet(
      #"tiff:Make="X""#, "<dc:title>A</dc:title>\n\(damage)\n<dc:format>é</dc:format>")
    #expect(XMPPacket(text.utf8) == nil)
    let packet = try #require(XMPPacket(readable: text.utf8))
    let values = packet.values.map { "\($0.path.map(\.local).joined()) \($0.text)" }
    #expect(values.count >= 3 && Set(["Make X", "title A"]).isSubset(of: values), "\(values)")
    #expect(values.contains { $0.hasSuffix("format é") }, "\(values)")
  }

  @Test func theFirstErrorHasALineAndAColumn() throws {
    let text = "<?xml version='1.0'?>\n<a>é</a>\n<é><b/c></é>"
    let error = try #require(XMPPacket.firstError(in: text.utf8))
    #expect(error.line == 3 && error.column == 6 && error.byte == text.utf8.count - 8)
    #expect(XMPPacket.firstError(in: "<a>é</a>".utf8) == nil)
  }

  /// ISO 16684-1 §7.1 allows other encodings in some fields.
  @Test(arguments: [false, true])
  func otherEncodings(isBig: Bool) throws {
    let text = XMPPacketTests.packet(#"tiff:Make="X""#, "<dc:title>é</dc:title>")
    func bytes<Unit: FixedWidthInteger>(_ units: [Unit]) -> [UInt8] {
      units.flatMap { unit -> [UInt8] in
        let bytes = (0..<Unit.bitWidth / 8).map { UInt8(truncatingIfNeeded: unit >> ($0 * 8)) }
        return isBig ? bytes.reversed() : bytes
      }
    }
    let marked = "\u{FEFF}" + text
    for packet in [
      bytes(Array(text.utf16)), bytes(Array(marked.utf16)),
      bytes(text.unicodeScalars.map(\.value)), bytes(marked.unicodeScalars.map(\.value)),
    ] {
      #expect(XMPPacket(readable: packet)?.values.map(\.text) == ["X", "é"])
      #expect(XMPPacket.firstError(in: packet) == nil)
    }
  }
}
