import FieldCoding
import Testing

import enum TestSupport.MediaFolder

@testable import ISOBMFF

@Suite struct JPEGFamilyTests {
  /// From a file of Photoshop, with additional fields.
  @Test func header() throws {
    let box = try decodedBox(
      JP2HeaderBox.self, as: "jp2h",
      """
      00000016'ihdr' 00000E75 00000A9D 0003 FF 07 01 00
      0000000B'bpcc' 07 89 8B
      0000000F'colr' 01 02 03 00000012
      0000001A'res ' 00000012'resd' 2449 8000 244A 8001 04 FD
      00000018'cmap' 0001 01 02 0003 00 00 0004 01 05 0006 01 07
      0000001C'cdef' 0003 0000 0001 0002 0003 0004 0005 0006 0007 0008
      00000013'pclr' 0002 02 07 8B 01 0203 04 0506
      """)
    let header = try #require(box.children.first(JP2ImageHeaderBox.self))
    #expect(header.height == 3701 && header.width == 2717 && header.componentCount == 3)
    #expect(header.bitsPerComponent == 255 && header.compressionType == 7)
    #expect(header.unknownColourspace == 1 && header.intellectualProperty == 0)
    let depths = try #require(box.children.first(BitsPerComponentBox.self)?.components)
    #expect(depths.map(\.isSigned) == [false, true, true])
    #expect(depths.map(\.bitDepthMinus1) == [7, 9, 11])
    let colour = try #require(box.children.first(JP2ColourSpecificationBox.self))
    #expect(colour.method == 1 && colour.precedence == 2 && colour.approximation == 3)
    #expect(colour.enumeratedColourspace == 18 && colour.data.isEmpty)
    let resolution = try #require(
      box.children.first("res ")?.children.first(JP2ResolutionBox.self))
    #expect(resolution.verticalNumerator == 0x2449 && resolution.verticalDenominator == 0x8000)
    #expect(resolution.horizontalNumerator == 0x244A)
    #expect(resolution.horizontalDenominator == 0x8001)
    #expect(resolution.verticalExponent == 4 && resolution.horizontalExponent == -3)
    let mapping = try #require(box.children.first(ComponentMappingBox.self))
    #expect(rows(mapping.channels) == [[1, 1, 2], [3, 0, 0], [4, 1, 5], [6, 1, 7]])
    let channels = try #require(box.children.first(ChannelDefinitionBox.self))
    #expect(rows(channels.channels) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    let palette = try #require(box.children.first(PaletteBox.self))
    #expect(palette.columns.map(\.bitDepthMinus1) == [7, 11])
    #expect(rows(palette.entries) == [[1, 0x203], [4, 0x506]])
  }

  @Test func colours() throws {
    let profile = try decoded(JP2ColourSpecificationBox.self, "02 00 00 AABBCC")
    #expect(profile.method == 2 && Array(profile.data) == [0xAA, 0xBB, 0xCC])
    let lab = try decoded(JP2ColourSpecificationBox.self, "01 FF 01 0000000E 00000064")
    #expect(lab.precedence == -1 && lab.enumeratedColourspace == 14 && lab.data.count == 4)
    // From a camera of RED.
    let video = try decoded(JP2ColourSpecificationBox.self, "05 00 00 0001 000E 0006 80")
    #expect(video.colourPrimaries == 1 && video.transferCharacteristics == 14)
    #expect(video.matrixCoefficients == 6 && video.isFullRange)
    // In a sample entry, `colr` is something else.
    #expect(BoxRegistry.definition("colr")?.body is ColourInformationBox.Type)
    #expect(
      BoxRegistry.definition("colr", in: .jpeg2000)?.body is JP2ColourSpecificationBox.Type)
  }

  /// As Photoshop writes it; then one with a feature of a vendor.
  @Test func readerRequirements() throws {
    let box = try decoded(
      ReaderRequirementsBox.self,
      """
      02 FF00 00FF 0008 0005 8000 002D 4000 0012 2000 0001 1000 0008 0800 000C 0400 001F 0200
      0014 0100 0000
      """)
    #expect(box.fullyUnderstandMask == 0xFF00 && box.decodeCompletelyMask == 0xFF)
    #expect(box.standardFeatures.map(\.flag) == [5, 45, 18, 1, 8, 12, 31, 20])
    #expect(box.standardFeatures.first?.mask == 0x8000 && box.vendorFeatures.isEmpty)
    let vendor = try decoded(
      ReaderRequirementsBox.self, "01 80 40 0000 0001 00010203 0405 0607 0809 0A0B0C0D0E0F 20")
    #expect(vendor.vendorFeatures.map(\.mask) == [0x20])
    #expect(vendor.vendorFeatures.map(\.id) == ["00010203-0405-0607-0809-0a0b0c0d0e0f"])
    #expect(throws: FieldError.self) {
      try ReaderRequirementsBox(decoding: Bytes([9] + [UInt8](repeating: 0, count: 40)))
    }
  }

  @Test func others() throws {
    #expect(
      try decoded(JPEGSignatureBox.self, "0D0A870A").signature == JPEGSignatureBox.signature)
    let list = try decoded(UUIDListBox.self, "0001 00010203 0405 0607 0809 0A0B0C0D0E0F")
    #expect(list.ids == ["00010203-0405-0607-0809-0a0b0c0d0e0f"])
    #expect(try decoded(JPXLabelBox.self, "'name'").label.string == "name")
    let layers = try decoded(JPEG2000LayersProperty.self, "0002 0001 02 0003 0004 05 0006")
    #expect(rows(layers.layers) == [[1, 2, 3], [4, 5, 6]])
    let sampling = try decoded(MJP2SubsamplingBox.self, "01 02 03 04")
    #expect(sampling.horizontalSubsampling == 1 && sampling.verticalSubsampling == 2)
    #expect(sampling.horizontalOffset == 3 && sampling.verticalOffset == 4)
    let original = try decoded(MJP2OriginalFormatBox.self, "02 06")
    #expect(original.fieldCount == 2 && original.fieldOrder == 6)
    #expect(try decoded(JPEGXLLevelBox.self, "0A").level == 10)
    let part = try decoded(JPEGXLPartialCodestreamBox.self, "80000003 AABB")
    #expect(part.isLast && part.index == 3 && Array(part.data) == [0xAA, 0xBB])
    let index = try decoded(
      JPEGXLFrameIndexBox.self, "02 00000001 000003E8 00 C801 05 E807 8100 06")
    #expect(index.tickNumerator == 1 && index.tickDenominator == 1000)
    #expect(index.frames.map(\.offset.value) == [0, 1000])
    #expect(index.frames.map(\.duration.value) == [200, 1])
    #expect(index.frames.map(\.frameCount.value) == [5, 6])
    let compressed = try decoded(BrotliCompressedBox.self, "'xml ' AABB")
    #expect(compressed.boxType == "xml " && compressed.data.count == 2)
    // From a camera of RED, with another time.
    let video = try decoded(
      JPEGXSVideoInformationBox.self, "000000C6 0200003C 8090 10143420")
    #expect(video.bitRate == 198 && video.interlaceMode == 0 && video.frameRateDenominator == 2)
    #expect(video.frameRateNumerator == 60 && video.hasSampleCharacteristics)
    #expect(video.bitDepthMinus1 == 9 && video.samplingStructure == 0)
    #expect(video.timeCode == 0x1014_3420)
    let profile = try decoded(JPEGXSProfileBox.self, "4A40 2406")
    #expect(profile.profile == 0x4A40 && profile.level == 0x2406)
  }
}

/// Files of other programs.
@Suite(.needsMedia)
struct JPEGFamilyMediaTests {
  private static func boxes(_ name: String) throws -> [Box] {
    let path = try #require(MediaFolder.path)
    return BoxFile(try ByteSource(mapping: "\(path)/jp2-jxl/\(name)").bytes).boxes
  }

  /// Width, height, components and the method of colours as exiftool reads them.
  @Test(arguments: [
    ("balloon.jpf", 2717, 3701, 3, [1]), ("testcard_rgb.jp2", 256, 256, 3, [1, 3]),
    ("relax.jp2", 400, 300, 3, [2]), ("00r1_graya_la.jp2", 32, 32, 2, [1]),
  ])
  func jpeg2000(name: String, width: Int, height: Int, components: Int, methods: [Int]) throws {
    let boxes = try Self.boxes(name)
    #expect(boxes.first?[JPEGSignatureBox.self]?.signature == JPEGSignatureBox.signature)
    let children = try #require(boxes.first("jp2h")?.children)
    let header = try #require(children.first(JP2ImageHeaderBox.self))
    #expect(Int(header.width) == width && Int(header.height) == height)
    #expect(Int(header.componentCount) == components)
    let colours = children.compactMap { $0[JP2ColourSpecificationBox.self] }
    #expect(colours.map { Int($0.method) } == methods)
  }

  @Test func jpegXL() throws {
    let boxes = try Self.boxes("testcard_rgba_fp16.jxl")
    #expect(boxes.first(JPEGXLLevelBox.self)?.level == 10)
    let parts = boxes.compactMap { $0[JPEGXLPartialCodestreamBox.self] }
    #expect(parts.map(\.index) == [0, 1] && parts.map(\.isLast) == [false, true])
    let compressed = try Self.boxes("gimp_exif.jxl").compactMap { $0[BrotliCompressedBox.self] }
    #expect(compressed.map(\.boxType) == ["Exif", "xml "])
  }
}
