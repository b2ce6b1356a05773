import Testing

@testable import ISOBMFF

/// The decoder configurations in sample entries.
@Suite struct SampleConfigurationTests {
  @Test func losslessSound() throws {
    let alac = try decoded(
      ALACSpecificBox.self,
      "00000000 00001000 01 18 28 0A 0E 02 00FF 00000003 00000004 0000BB80")
    #expect(alac.frameLength == 4096 && alac.compatibleVersion == 1 && alac.bitDepth == 24)
    #expect(alac.pb == 40 && alac.mb == 10 && alac.kb == 14 && alac.numChannels == 2)
    #expect(alac.maxRun == 255 && alac.maxFrameBytes == 3 && alac.avgBitRate == 4)
    #expect(alac.sampleRate == 48000)
    let flac = try decoded(FLACSpecificBox.self, "00000000 04 000002 AABB 81 000001 CC")
    #expect(flac.blocks.map(\.isLast) == [false, true] && flac.blocks.map(\.blockType) == [4, 1])
    #expect(flac.blocks.map { Array($0.data) } == [[0xAA, 0xBB], [0xCC]])
    let pcm = try decoded(PCMConfigurationBox.self, "00000000 01 18")
    #expect(pcm.formatFlags == 1 && pcm.sampleSize == 24)
  }

  @Test func speech() throws {
    let box = try decoded(AMRSpecificBox.self, "'appl' 01 83FF 02 03")
    #expect(box.vendor == "appl" && box.decoderVersion == 1 && box.modeSet == 0x83FF)
    #expect(box.modeChangePeriod == 2 && box.framesPerSample == 3)
  }

  @Test func dependentSubstreams() throws {
    let box = try decoded(EC3SpecificBox.self, "1801 20 8F 00 4A 93 03 55")
    #expect(box.dataRate == 768 && box.substreams.map(\.bsid) == [16, 5])
    #expect(box.substreams.map(\.fscod) == [0, 1] && box.substreams.map(\.asvc) == [true, true])
    #expect(box.substreams.map(\.bsmod) == [0, 1] && box.substreams.map(\.acmod) == [7, 1])
    #expect(box.substreams.map(\.lfeon) == [true, true])
    #expect(box.substreams.map(\.numDependent) == [0, 1])
    #expect(box.substreams.map(\.channelLocations) == [0, 0x155])
  }

  @Test func video() throws {
    let vp9 = try decoded(VPCodecConfigurationBox.self, "01000000 02 1F A7 09 10 0A 0001 CC")
    #expect(vp9.profile == 2 && vp9.level == 31 && vp9.bitDepth == 10)
    #expect(vp9.chromaSubsampling == 3 && vp9.isFullRange)
    #expect(vp9.colourPrimaries == 9 && vp9.transferCharacteristics == 16)
    #expect(vp9.matrixCoefficients == 10 && Array(vp9.codecInitializationData) == [0xCC])
    let draft = try decoded(VPCodecConfigurationBox.self, "00000000 01 14 82 35 0000")
    #expect(draft.bitDepth == 8 && draft.colorSpace == 2 && draft.chromaSubsampling == 3)
    #expect(draft.transferCharacteristics == 2 && draft.isFullRange)
    let dolby = try decoded(
      DOVIConfigurationBox.self,
      "01 02 102B 40000000 00000000 00000000 00000000 00000000")
    #expect(dolby.versionMajor == 1 && dolby.versionMinor == 2 && dolby.profile == 8)
    #expect(dolby.level == 5 && !dolby.hasRPU && dolby.hasEnhancementLayer && dolby.hasBaseLayer)
    #expect(dolby.baseLayerCompatibilityID == 4)
    let h263 = try decoded(H263SpecificBox.self, "'appl' 01 0A 02")
    #expect(h263.vendor == "appl" && h263.decoderVersion == 1)
    #expect(h263.level == 10 && h263.profile == 2)
  }

  @Test func pictures() throws {
    let rate = try decoded(BitRateBox.self, "00000001 00000002 00000003")
    #expect(rate.bufferSizeDB == 1 && rate.maxBitrate == 2 && rate.avgBitrate == 3)
    let constraints = try decoded(CodingConstraintsBox.self, "00000000 54000000")
    #expect(!constraints.allRefPicsIntra && constraints.isIntraPredUsed)
    #expect(constraints.maxRefPerPic == 5)
    let auxiliary = try decoded(AuxiliaryTypeInfoBox.self, "00000000 'urn:a'00")
    #expect(auxiliary.auxTrackType == "urn:a")
    let fields = try decoded(FieldHandlingBox.self, "02 06")
    #expect(fields.fieldCount == 2 && fields.fieldOrdering == 6)
    #expect(try decoded(GammaBox.self, "00023333").gamma == 0x2_3333)
  }

  /// With 8 bits, a table of colours is between the fields and the boxes.
  @Test func palettes() throws {
    let table = try decoded(
      ColorTableBox.self, "00000001 8000 0001 0002 0003 0004 0005 0006 0007 0008 0009")
    #expect(table.colorTableSeed == 1 && table.colorTableFlags == 0x8000)
    #expect(rows(table.entries) == [[2, 3, 4, 5], [6, 7, 8, 9]])
    func entry(depth: String, table: String) -> String {
      """
      000000000000 0001 0000 0000 00000000 00000000 00000000 0010 0010 00480000 00480000 00000000
      0001 00 00000000000000000000000000000000000000000000000000000000000000 \(depth) 0000 \(table)
      """
    }
    let colours = "00000001 8000 0000 0002 0003 0004 0005"
    let palette = try decoded(VisualSampleEntry.self, entry(depth: "0008", table: colours))
    #expect(palette.colorTable.map { rows($0.entries) } == [[2, 3, 4, 5]])
    #expect(palette.colorTableID == 0 && palette.children.isEmpty)
    // There is no table, although the field states one.
    let none = try decoded(VisualSampleEntry.self, entry(depth: "0008", table: ""))
    #expect(none.colorTable == nil && none.colorTableID == 0)
    let trueColour = try decoded(VisualSampleEntry.self, entry(depth: "0018", table: ""))
    #expect(trueColour.colorTable == nil)
  }

  /// The reserved bit of the decoder's configuration stays as Apple writes it: 0.
  @Test func reservedBitsOfStreams() throws {
    let box = try decoded(
      ElementaryStreamDescriptorBox.self,
      "00000000 03 1B 0001 E5 0002 01'u' 0003 04 0D 20 12 000004 00000005 00000006 06 01 02")
    let stream = try #require(box.descriptors.first?.stream)
    #expect(stream.id == 1 && stream.priority == 5 && stream.dependsOnID == 2)
    #expect(stream.url.string == "u" && stream.ocrID == 3)
    let decoder = try #require(box.descriptors.first?.children.first?.decoder)
    #expect(decoder.objectTypeIndication == 0x20 && decoder.streamType == 4)
    #expect(decoder.isUpStream && decoder.reserved == 0)
    #expect(decoder.bufferSizeDB == 4 && decoder.maxBitrate == 5 && decoder.avgBitrate == 6)
    #expect(box.audioConfiguration == nil)
  }
}
