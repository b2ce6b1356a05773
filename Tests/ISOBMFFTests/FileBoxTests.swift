import FieldCoding
import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct FileBoxTests {
  @Test func types() throws {
    let type = try decoded(FileTypeBox.self, "'heic' 00000001 'mif1' 'heic'")
    #expect(type.majorBrand == "heic" && type.minorVersion == 1)
    #expect(type.compatibleBrands == ["mif1", "heic"])
    #expect(
      try decoded(TypeCombinationBox.self, "'pred' 'heic'").compatibleBrands == ["pred", "heic"])
    for name in ["styp", "ttyp", "brnd"] {
      let file = BoxFile(Bytes(boxBytes(name, hexArray("'heic' 00000001 'mif1'"))))
      #expect(file.boxes.first?[FileTypeBox.self]?.compatibleBrands == ["mif1"])
    }
    let combination = boxBytes(
      "otyp", boxBytes("etyp", boxBytes("tyco", hexArray("'pred' 'heic'"))))
    let file = BoxFile(Bytes(combination))
    #expect(file.boxes.at("otyp", "etyp").first?[TypeCombinationBox.self] != nil)
  }

  @Test func download() throws {
    let box = try decoded(
      ProgressiveDownloadInfoBox.self, "00000000 00000001 00000002 00000003 00000004")
    #expect(rows(box.entries) == [[1, 2], [3, 4]])
  }

  /// The movie in a photo has its own boxes.
  @Test func movieOfAPhoto() throws {
    let box = try decoded(
      MotionPhotoVideoBox.self, "00000010 66747970 6D703432 00000000 00000008 6D646174")
    #expect(box.children.map(\.type) == ["ftyp", "mdat"])
  }

  @Test func identifiedData() throws {
    let box = try decoded(IdentifiedMediaDataBox.self, "00000007 AABB")
    #expect(box.imdaIdentifier == 7 && Array(box.data) == [0xAA, 0xBB])
    #expect(try decoded(DataEntryImdaBox.self, "00000000 00000007").imdaRefIdentifier == 7)
    #expect(try decoded(DataEntrySeqNumImdaBox.self, "00000001").header.flags == 1)
  }

  @Test func compressedBoxesStayBytes() {
    for type in ["!mov", "!mof", "!six", "!ssx"] {
      let file = BoxFile(Bytes(boxBytes(type, [1, 2])))
      #expect(file.findings.isEmpty && file.boxes.first?.opaquePayload.map(Array.init) == [1, 2])
      #expect(file.boxes.first?.definition()?.opaqueBecause != nil)
    }
  }
}
