import FieldCoding
import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct ProtectionTests {
  @Test func schemes() throws {
    let plain = try decoded(SchemeTypeBox.self, "00000000 'cenc' 00010000")
    #expect(plain.schemeType == "cenc" && plain.schemeVersion == 0x1_0000)
    #expect(plain.schemeURI == nil)
    let named = try decodedBox(SchemeTypeBox.self, as: "csch", "00000001 'cbcs' 00010000 'a'00")
    #expect(named.schemeType == "cbcs" && named.schemeURI == "a")
    #expect(try decoded(OriginalFormatBox.self, "'avc1'").dataFormat == "avc1")
  }

  /// In the information of a scheme, `name` is not the name of a time code.
  @Test func schemeInformation() throws {
    let name = boxBytes("name", Array("Bob".utf8))
    let file = BoxFile(Bytes(boxBytes("schi", name)))
    #expect(file.findings.isEmpty)
    let scheme = try #require(file.boxes[0][SchemeInformationBox.self])
    #expect(scheme.children.map(\.type) == ["name"])
  }

  @Test func samples() throws {
    _ = try decoded(SampleEncryptionBox.self, "00000000 00000001 0102030405060708")
  }

  /// A `scrb` box has the scheme and its data.
  @Test func scrambling() throws {
    let scheme = boxBytes("schm", hexArray("00000000 'stvi' 00000001"))
    let file = BoxFile(Bytes(boxBytes("scrb", scheme + boxBytes("schi", []))))
    #expect(file.findings.isEmpty)
    #expect(file.boxes.at("scrb").first(SchemeTypeBox.self)?.schemeType == "stvi")
  }
}
