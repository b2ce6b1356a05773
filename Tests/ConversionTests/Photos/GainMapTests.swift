import FieldCoding
import HEIF
import Metadata
import Testing

@testable import Conversion

@Suite struct GainMapTests {
  /// log2(1 + (H - 1) × light) / log2(H), computed by hand with the inverse curve of BT.709, for
  /// H = 2^1.8: light(128 / 255) = 0.26148, light(20 / 255) = 0.01743.
  @Test func valuesOfAppleBecomeLogarithms() {
    let values = AppleGainMap(stops: 1.8).values
    #expect(values.count == 256 && values[0] == 0 && values[255] == 255)
    #expect(values[128] == 102)
    #expect(values[20] == 9)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// A JPEG picture keeps its XMP, and the whole of an extended one is said to be lost if a part is missing.
  @Test func xmpOfAPicture() throws {
    let packet = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    let payload = JPEGSegments.xmpIdentifier + packet
    let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(payload.count + 2)]
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x5A, 0xFF, 0xD9]
    let picture = try FilePicture(jpeg: JPEGSegments(Bytes(start + payload + frame + scan)))
    #expect(picture.xmp.map { Array($0) } == packet)
    #expect(picture.isGrey && picture.warnings.isEmpty)
  }

  @Test func metadataOfApple() throws {
    let metadata = AppleGainMap(stops: 1.423561).metadata
    #expect(
      try metadata.encoded() == [0, 0, 0, 0, 0x40]
        // 0/1, 1423561/1000000; 0/1, the same, 1/1, 0/1, 0/1.
        + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0x15, 0xB8, 0xC9, 0, 0x0F, 0x42, 0x40]
        + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0x15, 0xB8, 0xC9, 0, 0x0F, 0x42, 0x40]
        + [0, 0, 0, 1, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 1])
  }

  /// Written values are read again; missing ones have their default.
  @Test func metadataOfXMP() throws {
    func packet(_ words: String, _ content: String = "") throws -> XMPPacket {
      try #require(
        XMPPacket(XMPPacket.empty)?.describingGainMap(
          attributes: #"xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \#(words)"#,
          content: content
        ).flatMap { XMPPacket($0) })
    }
    let short = try #require(
      GainMapMetadata(try packet(#"hdrgm:GainMapMax="2.5" hdrgm:HDRCapacityMax="2.25""#)))
    #expect(short.channels.count == 1 && !short.isMultichannel && !short.isBackward)
    #expect(short.channels[0].gainMapMax.value == 2.5 && short.channels[0].gainMapMin.value == 0)
    #expect(short.channels[0].gamma.value == 1 && short.channels[0].baseOffset.value == 1 / 64.0)
    #expect(short.baseHeadroom.value == 0 && short.alternateHeadroom.value == 2.25)

    var metadata = GainMapMetadata()
    metadata.usesBaseColourSpace = true
    metadata.isMultichannel = true
    metadata.alternateHeadroom.numerator = 3
    metadata.channels = [Int32(-1), 2, 3].map { number in
      var channel = GainMapMetadata.Channel()
      channel.gainMapMin.numerator = number
      channel.gainMapMax.numerator = 4
      channel.gamma.denominator = 2
      return channel
    }
    let written = try #require(XMPPacket(GainMapXMP.map(metadata)))
    let read = try #require(GainMapMetadata(written))
    #expect(read.isMultichannel && read.channels.map(\.gainMapMin.value) == [-1, 2, 3])
    #expect(read.channels.map(\.gainMapMax.value) == [4, 4, 4])
    #expect(read.channels.map(\.gamma.value) == [0.5, 0.5, 0.5])
    #expect(read.alternateHeadroom.value == 3)
    // The base is the brighter picture, and the offsets are those of SDR and HDR.
    let ofHDR = try packet(
      #"hdrgm:GainMapMin="-1" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="3" hdrgm:OffsetSDR="0.25" hdrgm:OffsetHDR="0.5" hdrgm:BaseRenditionIsHDR="True""#
    )
    let reversed = try #require(GainMapMetadata(ofHDR))
    #expect(reversed.baseHeadroom.value == 3 && reversed.alternateHeadroom.value == 0)
    #expect(reversed.channels[0].gainMapMin.value == -1)
    #expect(reversed.channels[0].gainMapMax.value == 2)
    #expect(reversed.channels[0].baseOffset.value == 0.5)
    #expect(reversed.channels[0].alternateOffset.value == 0.25)

    for words in [
      "", #"hdrgm:GainMapMax="1""#, #"hdrgm:HDRCapacityMax="1""#,
      #"hdrgm:GainMapMax="x" hdrgm:HDRCapacityMax="1""#,
      #"hdrgm:GainMapMax="nan" hdrgm:HDRCapacityMax="1""#,
      #"hdrgm:GainMapMax="1e9" hdrgm:HDRCapacityMax="1""#,
      #"hdrgm:GainMapMax="1" hdrgm:HDRCapacityMax="-1""#,
      #"hdrgm:GainMapMax="1" hdrgm:HDRCapacityMax="1" hdrgm:Gamma="0""#,
    ] {
      #expect(GainMapMetadata(try packet(words)) == nil, "\(words)")
    }
    let list =
      "<hdrgm:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li></rdf:Seq></hdrgm:GainMapMax>"
    #expect(GainMapMetadata(try packet(#"hdrgm:HDRCapacityMax="1""#, list)) == nil)
  }

  @Test func numbersHaveNoExponent() {
    for (value, text) in [
      (0, "0"), (1, "1"), (-1.376, "-1.376"), (1e-5, "0.00001"), (1.423561, "1.423561"),
      (1 / 64.0, "0.015625"), (1 / 3.0, "0.333333333"), (-0.5e-9, "-0.000000001"), (1e300, "0"),
      (.nan, "0"), (100, "100"),
    ] {
      #expect(GainMapXMP.decimal(value) == text)
    }
  }

  @Test func channelsThatDifferAreLists() {
    var metadata = GainMapMetadata()
    metadata.isMultichannel = true
    metadata.channels = [Int32(1), 2, 3].map { number in
      var channel = GainMapMetadata.Channel()
      channel.gainMapMax.numerator = number
      return channel
    }
    let text = String(decoding: GainMapXMP.map(metadata), as: UTF8.self)
    #expect(
      text.contains(
        "<hdrgm:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>3</rdf:li></rdf:Seq></hdrgm:GainMapMax>"
      ))
    #expect(text.contains(#" hdrgm:Gamma="1" "#))
  }
}
