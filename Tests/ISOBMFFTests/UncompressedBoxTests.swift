import FieldCoding
import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct UncompressedBoxTests {
  @Test func components() throws {
    let box = try decoded(ComponentDefinitionBox.self, "00000003 0004 8001 'urn:x'00 0006")
    #expect(box.components.map(\.componentType) == [4, 0x8001, 6])
    #expect(box.components.map(\.typeURI) == ["", "urn:x", ""])
    let palette = try decoded(
      ComponentPaletteBox.self, "00000000 0001 00000002 07 00 00000002 0102")
    #expect(palette.components.map(\.index) == [2] && palette.valuesCount == 2)
    #expect(palette.components.map(\.bitDepthMinusOne) == [7])
    #expect(Array(palette.values) == [1, 2])
  }

  @Test func frames() throws {
    let box = try decoded(
      UncompressedFrameConfigBox.self,
      """
      00000000 'gene' 00000001 0002 07 01 03 02 01 04 A8
      00000005 00000006 00000007 00000008 00000009
      """)
    #expect(box.profile == "gene" && box.components.map(\.index) == [2])
    #expect(box.components.map(\.bitDepthMinusOne) == [7])
    #expect(box.components.map(\.format) == [1] && box.components.map(\.alignSize) == [3])
    #expect(box.samplingType == 2 && box.interleaveType == 1 && box.blockSize == 4)
    #expect(box.isComponentLittleEndian && box.isBlockLittleEndian && box.isPaddingUnknown)
    #expect(!box.isBlockPaddingLeastSignificant && !box.isBlockReversed)
    #expect(box.pixelSize == 5 && box.rowAlignSize == 6 && box.tileAlignSize == 7)
    #expect(box.tileColumnsMinusOne == 8 && box.tileRowsMinusOne == 9)
    #expect(try decoded(UncompressedFrameConfigBox.self, "01000000 'rgba'").profile == "rgba")
  }

  @Test func compression() throws {
    let box = try decoded(CompressionConfigurationBox.self, "00000000 'zlib' 82")
    #expect(box.compressionType == "zlib" && box.compressedUnitType == 2)
    #expect(box.mustDecompressIndividualUnits)
    let both = try decoded(
      GenericallyCompressedUnitsItemInfoBox.self, "00000000 44 00000002 000001 0002 000003 0004")
    #expect(both.unitOffsetCode == 2 && both.unitSizeCode == 1)
    #expect(rows(both.units) == [[1, 2], [3, 4]])
    let sizes = try decoded(
      GenericallyCompressedUnitsItemInfoBox.self, "00000000 04 00000002 0001 0002")
    #expect(rows(sizes.units) == [[1], [2]])
    #expect(throws: FieldError.self) {
      try GenericallyCompressedUnitsItemInfoBox(decoding: hex("00000000 A0 00000000"))
    }
    let draft = try decoded(
      ItemCompressedByteRangeInfoBox.self, "00000000 00000001 000001CA 0000001C")
    #expect(rows(draft.ranges) == [[458, 28]])
    let wide = try decoded(
      ItemCompressedByteRangeInfoBox.self, "01000000 00000001 0000000000000001 0000000000000002")
    #expect(rows(wide.ranges) == [[1, 2]])
  }

  @Test func sensors() throws {
    let filter = try decoded(
      ComponentPatternDefinitionBox.self, "00000000 0001 0002 00000003 3F800000 00000004 40000000")
    #expect(filter.patternWidth == 1 && filter.patternHeight == 2)
    #expect(rows(filter.pattern) == [[3, 0x3F80_0000], [4, 0x4000_0000]])
    let polar = try decoded(
      PolarizationPatternDefinitionBox.self, "00000000 00000001 00000005 0001 0001 42340000")
    #expect(polar.componentIndices == [5] && rows(polar.angles) == [[0x4234_0000]])
    let bad = try decoded(
      SensorBadPixelsMapBox.self,
      """
      00000000 00000001 00000002 80 00000001 00000001 00000001
      00000003 00000004 00000005 00000006
      """)
    #expect(bad.componentIndices == [2] && bad.isCorrectionApplied)
    #expect(bad.badRows == [3] && bad.badColumns == [4] && rows(bad.badPixels) == [[5, 6]])
    let correction = try decoded(
      SensorNonUniformityCorrectionBox.self,
      "00000000 00000001 00000002 80 00000001 00000001 3F800000 3E800000")
    #expect(correction.componentIndices == [2] && correction.isCorrectionApplied)
    #expect(rows(correction.gains) == [[0x3F80_0000]])
    #expect(rows(correction.offsets) == [[0x3E80_0000]])
  }

  @Test func information() throws {
    #expect(try decoded(ChromaLocationBox.self, "00000000 02").chromaLocation == 2)
    let packing = try decoded(FramePackingInformationBox.self, "00000000 42 80")
    #expect(packing.videoFramePackingType == 4 && packing.packedContentInterpretationType == 2)
    #expect(packing.isQuincunxSampled)
    let clock = try decoded(
      TAIClockInfoBox.self, "00000000 0000000000000001 00000002 FFFFFFFD 80")
    #expect(clock.timeUncertainty == 1 && clock.clockResolution == 2)
    #expect(clock.clockDriftRate == -3 && clock.clockType == 2)
    let time = try decoded(TAITimestampBox.self, "00000000 0000000000000009 A0")
    #expect(time.taiTimestamp == 9 && time.isSynchronized && time.isModified)
    #expect(!time.didGenerationFail)
  }

  @Test func tiles() throws {
    let box = try decodedBox(
      TiledImageConfigurationBox.self, as: "tilC",
      "00000012 00000100 00000200 'hvc1' 01 00000003 01 00000009 'irot' 01")
    #expect(box.header.flags == 0x12 && box.tileWidth == 256 && box.tileHeight == 512)
    #expect(box.compressionFormat == "hvc1" && box.extraDimensions == [3])
    #expect(box.children.first?[ImageRotation.self]?.angle == 1)
    let early = try decoded(
      TiledImageConfigurationBox.self, "01000000 00000100 00000200 'av01' 00")
    #expect(early.children.isEmpty)
  }

  @Test func contentIDs() throws {
    #expect(try decoded(ContentIDProperty.self, "'urn:uuid:1'").contentID.string == "urn:uuid:1")
    let ids = try decoded(ComponentContentIDsProperty.self, "00000002 'a'00 'bc'00")
    #expect(ids.contentIDs == ["a", "bc"])
    let name: UserType = "261ef374-1d97-5bba-acbd-9d2c8ea73522"
    #expect(BoxRegistry.definition("uuid", userType: name)?.title == "ContentIDProperty")
  }
}
