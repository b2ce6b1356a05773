import HEIF
import ISOBMFF
import TestSupport
import Testing

/// The payloads of items that are derived from others.
@Suite struct DerivationTests {
  private func decoded<Body: FieldCodable>(_ body: Body.Type, _ bytes: [UInt8]) throws -> Body {
    let value = try Body(decoding: Bytes(bytes))
    #expect(try value.encoded() == bytes)
    for count in bytes.indices {
      #expect(throws: FieldError.self) { try Body(decoding: Bytes(bytes.prefix(count))) }
    }
    return value
  }

  private func be(_ numbers: Int...) -> [UInt8] { numbers.flatMap { be32($0) } }

  @Test func toneMapOfOneChannel() throws {
    let payload = try decoded(
      ToneMap.self,
      [0, 0, 1, 0, 2, 0x40] + be(0, 1, 3, 2)
        + be(0xFFFF_FFFD, 4, 9, 4, 1, 2, 1, 100, 0xFFFF_FFFF, 100))
    let map = payload.metadata
    #expect(payload.version == 0)
    #expect(map.version.minimumVersion == 1 && map.version.writerVersion == 2)
    #expect(!map.isMultichannel && map.usesBaseColourSpace && map.commonDenominator == nil)
    #expect(map.baseHeadroom.value == 0 && map.alternateHeadroom.value == 1.5)
    let channel = try #require(map.channels.first)
    #expect(channel.gainMapMin.value == -0.75 && channel.gainMapMax.value == 2.25)
    #expect(channel.gamma.value == 0.5)
    #expect(channel.baseOffset.value == 0.01 && channel.alternateOffset.value == -0.01)
  }

  @Test func toneMapOfThreeChannels() throws {
    let payload = try decoded(
      ToneMap.self,
      [0, 0, 0, 0, 0, 0x8C] + be(8, 0, 16)
        + be(1, 2, 3, 4, 5) + be(6, 7, 8, 9, 10) + be(11, 12, 13, 14, 15))
    let map = payload.metadata
    #expect(map.isMultichannel && map.isBackward && map.commonDenominator == 8)
    #expect(map.alternateHeadroom.value == 2 && map.channels.count == 3)
    #expect(map.channels.map(\.gainMapMin.numerator) == [1, 6, 11])
    #expect(map.channels.map(\.alternateOffset.numerator) == [5, 10, 15])
    #expect(map.channels.allSatisfy { $0.gamma.denominator == 8 })
  }

  @Test func sampleTransform() throws {
    // 256 times the first input, and the second.
    let transform = try decoded(SampleTransform.self, [0x01, 5, 0, 1, 0, 1, 130, 2, 128])
    #expect(transform.version == 0 && transform.bitDepth == 1)
    #expect(transform.tokens.map(\.code) == [0, 1, 130, 2, 128])
    #expect(transform.tokens.first?.constant == 256)
    let negative = try decoded(SampleTransform.self, [0x00, 1, 0, 0xFE])
    #expect(negative.tokens.first?.constant == -2)
  }

  /// Every gain map of a phone: the picture is of standard range, the result is brighter.
  @Test(.needsMedia)
  func toneMapsOfPhones() throws {
    var count = 0
    for path in MediaFolder.files where path.contains("/iphone-heic/") {
      guard let source = try? ByteSource(mapping: path),
        let file = HEIFFile(BoxFile(source.bytes))
      else { continue }
      for item in file.items where item.type == "tmap" {
        count += 1
        let payload = try file.data(of: item.id)
        let toneMap = try ToneMap(decoding: payload)
        let map = toneMap.metadata
        #expect(try toneMap.encoded().elementsEqual(payload), "\(path)")
        #expect(payload.count == 62 && map.usesBaseColourSpace, "\(path)")
        #expect(map.baseHeadroom.value == 0, "\(path)")
        #expect((1...3).contains(map.alternateHeadroom.value), "\(path)")
        #expect((0.5...1.5).contains(map.channels[0].gamma.value), "\(path)")
      }
    }
    #expect(count > 0)
  }

  /// exiftool reads 6.9025 as the headroom in the XMP packet of the gain map of this photo.
  @Test(.needsMedia)
  func headroomOfAPhoto() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("/IMG_3853.HEIC") })
    let file = try #require(HEIFFile(BoxFile(try ByteSource(mapping: path).bytes)))
    let item = try #require(file.items.first { $0.type == "tmap" })
    let map = try ToneMap(decoding: try file.data(of: item.id)).metadata
    // The base-2 logarithm of it.
    #expect(abs(map.alternateHeadroom.value - 2.7871) < 0.0001)
  }

  @Test func anImageIsMadeOfCodedImages() throws {
    var fixture = Fixture()
    fixture.items = [(1, "iden"), (2, "grid"), (3, "hvc1"), (4, "hvc1")]
    // Item 9 does not exist.
    fixture.references = [("dimg", 1, [9, 2]), ("dimg", 2, [3, 4])]
    let file = try #require(fixture.file())
    #expect([1, 2, 3, 4, 9].map { file.codedItem(of: $0)?.id } == [3, 3, 3, 4, nil])
  }

  /// A chain of eight derived images is followed, and no longer one.
  @Test func longChainsAreNotFollowed() throws {
    var fixture = Fixture()
    fixture.items = (1...9).map { ($0, $0 == 9 ? "hvc1" : "iden") }
    fixture.references = (1...8).map { ("dimg", $0, [$0 + 1]) }
    let file = try #require(fixture.file())
    #expect(file.codedItem(of: 2)?.id == 9)
    #expect(file.codedItem(of: 1) == nil)
  }

  /// Each image is derived a hundred times from all others: following all of them would never end.
  @Test func imagesMadeOfEachOtherAreNotFollowed() throws {
    var fixture = Fixture()
    fixture.items = (1...20).map { ($0, "iden") }
    let all = (1...2000).map { $0 % 20 + 1 }
    fixture.references = (1...20).map { ("dimg", $0, all) }
    let file = try #require(fixture.file())
    #expect(file.codedItem(of: 1) == nil)
  }
}
