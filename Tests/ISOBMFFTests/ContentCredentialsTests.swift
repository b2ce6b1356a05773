import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct ContentCredentialsTests {
  @Test func descriptions() throws {
    let short = try decoded(
      JUMBFDescriptionBox.self, "63326D6100110010800000AA00389B71 03 'c2pa.x'00")
    #expect(short.contentType == "63326d61-0011-0010-8000-00aa00389b71")
    #expect(short.toggles.isRequestable && short.label == "c2pa.x" && short.id == nil)
    let signature = String(repeating: "AB", count: 32)
    let full = try decoded(
      JUMBFDescriptionBox.self,
      """
      6A736F6E00110010800000AA00389B71 1F 'l'00 00000007 \(signature)
      0000000C 'c2sh' 01020304
      """)
    #expect(full.id == 7 && full.signature?.count == 32 && full.label == "l")
    #expect(full.privateBoxes.map(\.type) == ["c2sh"])
    let bare = try decoded(JUMBFDescriptionBox.self, "6A736F6E00110010800000AA00389B71 00")
    #expect(bare.label == nil && !bare.toggles.isRequestable)
  }

  @Test func files() throws {
    let named = try decoded(EmbeddedFileDescriptionBox.self, "03 'image/png'00 'a.png'00")
    #expect(named.isExternal && named.mediaType == "image/png" && named.fileName == "a.png")
    let unnamed = try decoded(EmbeddedFileDescriptionBox.self, "00 'image/png'00")
    #expect(!unnamed.isExternal && unnamed.fileName == nil)
    #expect(try decoded(JSONContentBox.self, "'{}'").json.string == "{}")
  }

  @Test func manifests() throws {
    let store = boxBytes(
      "jumb",
      boxBytes("jumd", hexArray("6332706100110010800000AA00389B71 03 'c2pa'00"))
        + boxBytes("cbor", hexArray("A0")))
    let bytes = boxBytes(
      "uuid",
      hexArray("D8FEC3D61B0E483C92975828877EC481 00000000 'manifest'00 0000000000001234") + store)
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    let box = try #require(file.boxes.first?[ContentCredentialsBox.self])
    #expect(box.purpose == "manifest" && box.merkleOffset == 0x1234)
    #expect(box.children.at("jumb").first(JUMBFDescriptionBox.self)?.label == "c2pa")
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
    let tree = try decoded(ContentCredentialsBox.self, "00000000 'merkle'00 A1B2")
    #expect(tree.purpose == "merkle" && Array(tree.data) == [0xA1, 0xB2] && tree.merkleOffset == 0)
  }
}
