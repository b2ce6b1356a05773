import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct MovieBoxTests {
  private let matrix = """
    00010001 00010002 40000003 00010004 00010005 40000006 FFFF0007 00010008 40000009
    """

  private func check(_ matrix: TransformationMatrix) {
    #expect(matrix.a == 0x1_0001 && matrix.b == 0x1_0002 && matrix.u == 0x4000_0003)
    #expect(matrix.c == 0x1_0004 && matrix.d == 0x1_0005 && matrix.v == 0x4000_0006)
    #expect(matrix.x == -0xFFF9 && matrix.y == 0x1_0008 && matrix.w == 0x4000_0009)
  }

  @Test(arguments: [false, true]) func movieHeader(isLong: Bool) throws {
    let wide = isLong ? "00000001" : ""
    let box = try decoded(
      MovieHeaderBox.self,
      """
      \(isLong ? "01" : "00")000000 \(wide)11111111 \(wide)22222222 33333333 \(wide)44444444
      00010005 0106 00000000000000000000 \(matrix)
      00000007 00000008 00000009 0000000A 0000000B 0000000C 0000000D
      """)
    let high: UInt64 = isLong ? 1 << 32 : 0
    #expect(box.creationTime == high + 0x1111_1111)
    #expect(box.modificationTime == high + 0x2222_2222)
    #expect(box.timescale == 0x3333_3333)
    #expect(box.duration == high + 0x4444_4444)
    #expect(box.rate == 0x1_0005 && box.volume == 0x106)
    #expect(box.predefined == [7, 8, 9, 10, 11, 12])
    #expect(box.nextTrackID == 13)
    check(box.matrix)
  }

  @Test(arguments: [false, true]) func trackHeader(isLong: Bool) throws {
    let wide = isLong ? "00000001" : ""
    let box = try decoded(
      TrackHeaderBox.self,
      """
      \(isLong ? "01" : "00")00000F \(wide)11111111 \(wide)22222222 33333333 00000000
      \(wide)44444444 0000000000000000 FFFB 0006 0107 0000 \(matrix) 07800000 04388000
      """)
    let high: UInt64 = isLong ? 1 << 32 : 0
    #expect(box.header.flags == 15)
    #expect(box.creationTime == high + 0x1111_1111)
    #expect(box.modificationTime == high + 0x2222_2222)
    #expect(box.trackID == 0x3333_3333)
    #expect(box.duration == high + 0x4444_4444)
    #expect(box.layer == -5 && box.alternateGroup == 6 && box.volume == 0x107)
    #expect(box.width == 1920 << 16 && box.height == 0x438_8000)
    check(box.matrix)
  }

  @Test func mediaHeader() throws {
    let box = try decoded(
      MediaHeaderBox.self, "00000000 11111111 22222222 33333333 44444444 55C4 0005")
    #expect(box.creationTime == 0x1111_1111 && box.modificationTime == 0x2222_2222)
    #expect(box.timescale == 0x3333_3333 && box.duration == 0x4444_4444)
    #expect(box.language == 0x55C4 && box.predefined == 5)
  }

  @Test func editList() throws {
    let short = try decoded(
      EditListBox.self, "00000000 00000002 00000064 FFFFFFFF 0001 0000 00000001 00000003 0002 0004")
    #expect(rows(short.entries) == [[100, -1, 1, 0], [1, 3, 2, 4]])
    let long = try decoded(
      EditListBox.self, "01000000 00000001 0000000100000064 FFFFFFFFFFFFFFFF 0001 0002")
    #expect(rows(long.entries) == [[0x1_0000_0064, -1, 1, 2]])
  }

  @Test func mediaInformation() throws {
    let video = try decoded(VideoMediaHeaderBox.self, "00000001 0040 8001 8002 8003")
    #expect(video.graphicsMode == 0x40 && video.opcolor == [0x8001, 0x8002, 0x8003])
    #expect(try decoded(SoundMediaHeaderBox.self, "00000000 FF00 0000").balance == -256)
    #expect(try decoded(NullMediaHeaderBox.self, "00000005").header.flags == 5)
  }

  @Test func hints() throws {
    let box = try decoded(
      HintMediaHeaderBox.self, "00000000 0001 0002 00000003 00000004 00000000")
    #expect(box.maxPDUSize == 1 && box.avgPDUSize == 2)
    #expect(box.maxBitrate == 3 && box.avgBitrate == 4)
  }

  @Test func languages() throws {
    #expect(
      try decoded(ExtendedLanguageBox.self, "00000000 'de-CH'00").extendedLanguage == "de-CH")
  }

  @Test func groups() throws {
    let bytes = boxBytes("trgr", boxBytes("msrc", hexArray("02000003 00000004 AABB")))
    let file = BoxFile(Bytes(bytes))
    let group = try #require(
      file.boxes.first?[TrackGroupBox.self]?.children.first?[TrackGroupTypeBox.self])
    #expect(group.header == FullBoxHeader(version: 2, flags: 3))
    #expect(group.trackGroupID == 4 && Array(group.data) == [0xAA, 0xBB])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func references() throws {
    let bytes = boxBytes("tref", boxBytes("cdsc", hexArray("00000005 00000006")))
    let file = BoxFile(Bytes(bytes))
    let child = try #require(file.boxes.first?[TrackReferenceBox.self]?.children.first)
    #expect(child.type == "cdsc")
    #expect(child[TrackReferenceTypeBox.self]?.trackIDs == [5, 6])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }
}
