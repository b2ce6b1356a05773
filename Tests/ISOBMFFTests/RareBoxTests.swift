import AVC
import FieldCoding
import TestSupport
import Testing

@testable import ISOBMFF

/// Boxes that few files have: of omnidirectional video, of shops, of cues and of codecs.
@Suite struct RareBoxTests {
  /// The syntax is that of Fraunhofer's player of OMAF.
  @Test func qualityOfSphereRegions() throws {
    let ranking = try decoded(
      SphereRegionQualityRankingBox.self,
      """
      00000000 01 02 E2
      03 40 0780 0438 FFD30000 00160000 00000001 005A0000 002D0000 80
      04 80 03C0 021C
      """)
    #expect(ranking.shapeType == 1 && ranking.hasRemainder && ranking.isLocal)
    #expect(ranking.qualityType == 1 && ranking.defaultView == nil)
    let first = try #require(ranking.regions.first)
    #expect(first.ranking == 3 && first.view == 1)
    #expect(first.originalWidth == 1920 && first.originalHeight == 1080)
    #expect(first.region?.centreAzimuth == -45 << 16 && first.region?.centreElevation == 22 << 16)
    #expect(first.region?.azimuthRange == 90 << 16 && first.region?.interpolates == true)
    let last = try #require(ranking.regions.last)
    #expect(last.ranking == 4 && last.view == 2 && last.originalHeight == 540)
    #expect(last.region == nil)
    let source = try decoded(
      SpatialRelationship2DSourceBox.self, "00000000 00000F00 00000780 00000007")
    #expect(source.totalWidth == 3840 && source.totalHeight == 1920 && source.sourceID == 7)
  }

  @Test func labels() throws {
    let label = try decoded(LabelBox.self, "00000001 0203 'en-GB' 00 'Commentary' 00")
    #expect(label.header.flags == 1 && label.id == 0x203)
    #expect(label.language.string == "en-GB" && label.label.string == "Commentary")
  }

  @Test func configurationsOfFewFields() throws {
    let vivid = try decoded(
      HDRVividConfigurationBox.self,
      "0005 0004 0006 00000000 00000000 00000000 00000000")
    #expect(vivid.versionMap == 5 && vivid.terminalProvideCode == 4)
    #expect(vivid.terminalProvideOrientedCode == 6)
    let auxiliary = try decodedBox(
      ItemAuxiliaryInformationBox.self, as: "iaux", "00000000 'cbcs' 00000009")
    #expect(auxiliary.auxInfoType == "cbcs" && auxiliary.auxInfoTypeParameter == 9)
  }

  @Test func keysOfItems() throws {
    let box = try decodedBox(
      ItemEncryptionBox.self, as: "ienc",
      """
      01000000 00 19 02 08 000102030405060708090A0B0C0D0E0F
      00 101112131415161718191A1B1C1D1E1F 02 AABB
      """)
    #expect(box.cryptByteBlock == 1 && box.skipByteBlock == 9)
    #expect(box.keys.map(\.perSampleIVSize) == [8, 0])
    #expect(box.keys.map { $0.kid.first } == [0, 0x10])
    #expect(Array(box.keys[1].constantIV) == [0xAA, 0xBB])
    let plain = try decodedBox(ItemEncryptionBox.self, as: "ienc", "00000000 0000 00")
    #expect(plain.keys.isEmpty)
  }

  @Test func camerasOfViews() throws {
    let lens = try decodedBox(
      IntrinsicCameraParametersBox.self, as: "icam",
      """
      00000000 0005 00000001 00000002 00000003
      10 0000000000000004 11 FFFFFFFFFFFFFFFB 12 0000000000000006
      13 0000000000000007 14 0000000000000008
      """)
    #expect(lens.viewID == 5 && lens.focalLengthPrecision == 1)
    #expect(lens.principalPointPrecision == 2 && lens.skewFactorPrecision == 3)
    #expect(lens.numbers.map(\.exponent) == [16, 17, 18, 19, 20])
    #expect(lens.numbers.map(\.mantissa) == [4, -5, 6, 7, 8])
    let parameters = try decodedBox(
      ExtrinsicCameraParametersBox.self, as: "ecam",
      "00000000 0206 07 08"
        + (1...12).map { " 0\(String($0, radix: 16)) 000000000000002\(String($0, radix: 16))" }
        .joined())
    #expect(
      parameters.viewID == 518 && parameters.rotationPrecision == 7
        && parameters.translationPrecision == 8)
    #expect(parameters.numbers.map(\.exponent) == Array(1...12))
    #expect(parameters.numbers.map(\.mantissa) == Array(33...44))
  }

  @Test func omnidirectionalVideo() throws {
    let packing = try decoded(
      RegionWisePackingBox.self,
      """
      00000000 80 02 00000F00 00000780 0C00 0600
      10 00000100 00000200 00000030 00000040 A0 0050 0060 0070 0080 01 02 03 04 9488
      00 00000001 00000002 00000003 00000004 20 0005 0006 0007 0008
      """)
    #expect(packing.matchesConstituentPictures && packing.regions.count == 2)
    #expect(packing.projectedPictureWidth == 3840 && packing.projectedPictureHeight == 1920)
    #expect(packing.packedPictureWidth == 3072 && packing.packedPictureHeight == 1536)
    let first = try #require(packing.regions.first)
    #expect(first.projectedWidth == 0x100 && first.projectedHeight == 0x200)
    #expect(first.projectedTop == 0x30 && first.projectedLeft == 0x40)
    #expect(first.transformType == 5 && first.packedWidth == 0x50 && first.packedHeight == 0x60)
    #expect(first.packedTop == 0x70 && first.packedLeft == 0x80)
    let band = try #require(first.guardBand)
    #expect([band.left, band.right, band.top, band.bottom] == [1, 2, 3, 4])
    #expect(band.isNotUsedForPrediction && band.types == [1, 2, 2, 1])
    #expect(packing.regions[1].guardBand == nil && packing.regions[1].transformType == 1)
    // Another kind of packing has an unknown length.
    let reserved = hexArray("00000000 00 01 00000001 00000001 0001 0001 01")
    #expect(throws: FieldError.self) { try RegionWisePackingBox(decoding: Bytes(reserved)) }

    let coverage = try decoded(
      CoverageInformationBox.self,
      "00000000 01 01 80 80 00010000 FFFF0000 00020000 00B40000 005A0000 80")
    #expect(coverage.shapeType == 1 && coverage.defaultView == nil)
    let region = try #require(coverage.regions.first)
    #expect(region.view == 2 && region.region.centreAzimuth == 0x1_0000)
    #expect(region.region.centreElevation == -0x1_0000 && region.region.centreTilt == 0x2_0000)
    #expect(region.region.azimuthRange == 180 << 16 && region.region.elevationRange == 90 << 16)
    #expect(region.region.interpolates)
    let all = try decoded(CoverageInformationBox.self, "00000000 00 00 60")
    #expect(all.defaultView == 3 && all.regions.isEmpty)

    let rotation = try decoded(RotationBox.self, "00000000 00010000 FFFE0000 00030000")
    #expect([rotation.yaw, rotation.pitch, rotation.roll] == [1 << 16, -2 << 16, 3 << 16])
    let sphere = try decoded(SphereRegionConfigBox.self, "00000000 01 00 00100000 00080000 03")
    #expect(sphere.shapeType == 1 && sphere.regionCount == 3)
    #expect(sphere.staticRange?.azimuth == 16 << 16 && sphere.staticRange?.elevation == 8 << 16)
    #expect(try decoded(SphereRegionConfigBox.self, "00000000 00 01 02").staticRange == nil)
    let viewport = try decoded(RecommendedViewportInformationBox.self, "00000000 01 'cut' 00")
    #expect(viewport.viewportType == 1 && viewport.viewportDescription.string == "cut")
    let part = try decoded(SubPictureRegionBox.self, "00000000 0001 0002 0003 0004 0002")
    #expect([part.objectX, part.objectY, part.objectWidth, part.objectHeight] == [1, 2, 3, 4])
    #expect(part.isNotAlone && !part.isNotMergeable)
  }

  @Test func enhancementLayers() throws {
    let box = try decoded(
      LCEVCConfigurationBox.self,
      "01 02 03 4A FF 00000F00 00000870 BF 01 1C 0001 0002 AABB")
    #expect(box.profileIndication == 2 && box.levelIndication == 3 && box.chromaFormatIDC == 1)
    #expect(box.bitDepthLumaMinus8 == 1 && box.bitDepthChromaMinus8 == 2)
    #expect(box.lengthSizeMinusOne == 3)
    #expect(box.picWidthInLumaSamples == 3840 && box.picHeightInLumaSamples == 2160)
    #expect(box.scInStream && !box.gcInStream && box.aiInStream)
    #expect(box.arrays.first?.nalUnitType == 28)
    #expect(box.arrays.first?.nalUnits.map(Array.init) == [[0xAA, 0xBB]])
  }

  /// As FFmpeg writes them for DNxHD of 1080p at 120 Mbit/s, and for DNxHR HQ.
  @Test func avid() throws {
    let range = try decodedBox(AvidSettingBox.self, as: "ACLR", "'ACLR0001' 00000002 00000000")
    #expect(range.name == "ACLR" && range.version == "0001" && range.value == 2)
    let scan = try decodedBox(AvidSettingBox.self, as: "APRG", "'APRG0001' 00000001 00000000")
    #expect(scan.name == "APRG" && scan.value == 1 && scan.unknown == 0)
    let size = try decodedBox(
      AvidResolutionBox.self, as: "ARES",
      "'ARES0001' 000004D5 00000780 00000438 00000001 00000000 00000005")
    #expect(size.compressionID == 1237 && size.width == 1920 && size.height == 1080)
    #expect(size.unknown.count == 12)
    let high = try decodedBox(
      AvidHighResolutionBox.self, as: "ADHR", "'0001' 000004F8 00000000 00000001 00000000 00000000")
    #expect(high.version == "0001" && high.compressionID == 1272 && high.unknown.count == 16)
  }

  /// The first sample of a file of the tests of Android's player, and parts that it has not.
  @Test func cues() throws {
    let cue = try #require(
      BoxFile(Bytes(boxBytes("vttc", hexArray("00000009 'payl' 'T' 0000000C 'vsid' FFFFFFFE"))))
        .boxes
        .first)
    #expect(cue.children.first?[WebVTTTextBox.self]?.text.string == "T")
    #expect(cue.children.first(CueSourceIDBox.self)?.sourceID == -2)
    for type in ["iden", "ctim", "sttg", "payl", "vtta"] {
      #expect(try decodedBox(WebVTTTextBox.self, as: type, "'line:1'").text.string == "line:1")
    }
    let empty = BoxFile(Bytes(boxBytes("vtte", [])))
    #expect(empty.findings.isEmpty && empty.boxes.first?.opaquePayload == nil)
    let type = try decodedBox(MIMEBox.self, as: "mime", "00000000 'application/ttml+xml' 00")
    #expect(type.contentType.string == "application/ttml+xml")
  }

  @Test func motionJPEG2000() throws {
    let brands = try decodedBox(MJP2ProfileBox.self, as: "jp2p", "00000000 'mjp2' 'mj2s'")
    #expect(brands.compatibleBrands == ["mjp2", "mj2s"])
    let prefix = try decodedBox(MJP2PrefixBox.self, as: "jp2x", "00000000 0A0B")
    #expect(Array(prefix.prefix) == [0x0A, 0x0B])
  }

  @Test func exportsOfSurveillance() throws {
    let export = try decodedBox(
      SurveillanceExportBox.self, as: "suep",
      """
      01000000 'Unit' 00 'http://u' 00 '08-00' 00 00000000E3F5B1C0 'Op' 00
      00000001 0203 'Door' 00 'rtsp://d' 00 '08-01' 00 '4' 00
      """)
    #expect(export.unitName.string == "Unit" && export.unitURL.string == "http://u")
    #expect(export.unitMAC.string == "08-00" && export.unitTime == 0xE3F5_B1C0)
    #expect(export.exportOperator.string == "Op")
    let source = try #require(export.sources.first)
    #expect(source.trackID == 0x203 && source.name.string == "Door")
    #expect(source.url.string == "rtsp://d" && source.mac.string == "08-01")
    #expect(source.line.string == "4")
    let start = try decodedBox(
      CorrectStartTimeBox.self, as: "cstb", "00000001 00000002 01D5A83B2C6A4000")
    #expect(start.entries.first?.trackID == 2)
    #expect(start.entries.first?.startTime == 0x01D5_A83B_2C6A_4000)
  }

  /// Two bytes of flags, where three flags are set; the layout is that of Nokia's player of OMAF.
  @Test func overlays() throws {
    let config = try decodedBox(
      OverlayConfigBox.self, as: "ovly", "00000000 0001 02 0007 8880 8003 0A0B0C 8000 0001 64")
    #expect(config.flagByteCount == 2 && config.overlays.map(\.id) == [7])
    let controls = try #require(config.overlays.first).controls
    #expect(controls.map(\.isEssential) == [true, true, false])
    #expect(controls.map { Array($0.data) } == [[10, 11, 12], [], [0x64]])
  }

  @Test func shopsAndEvents() throws {
    let asset = try decodedBox(
      AssetInformationBox.self, as: "ainf", "00000000 'hd01' 'urn:x' 00 00000008 'free'")
    #expect(asset.profileVersion == "hd01" && asset.apid.string == "urn:x")
    #expect(asset.children.map(\.type) == ["free"])
    let zeros = String(repeating: "00", count: 255)
    let locations = try decodedBox(
      BaseLocationBox.self, as: "bloc",
      "00000000 'a' \(zeros) 'b' \(zeros) \(zeros) \(zeros) 0000")
    #expect(locations.baseLocation.string == "a" && locations.purchaseLocation.string == "b")
    let sets = try decodedBox(
      AVCConfigurationBox.self, as: "avcn", "01 42 C0 1E FF E1 0004 6742C01E 01 0002 68CE")
    #expect(sets.record.sequenceParameterSets.map { Array($0) } == [[0x67, 0x42, 0xC0, 0x1E]])
    #expect(sets.record.pictureParameterSets.map { Array($0) } == [[0x68, 0xCE]])
    let trick = try decodedBox(TrickPlayBox.self, as: "trik", "00000000 41 C2")
    #expect(trick.samples.count == 2)
    let schemes = try decodedBox(
      SchemeIDListBox.self, as: "silb", "00000000 00000001 'urn:a' 00 'v' 00 01 01")
    #expect(schemes.schemes.first?.schemeIDURI.string == "urn:a")
    #expect(schemes.schemes.first?.value.string == "v" && schemes.schemes.first?.isThere == true)
    #expect(schemes.hasOtherSchemes)
    let timing = try decodedBox(
      RedundantSampleTimingBox.self, as: "rsot", "00000003 00000007 00000005")
    #expect(timing.originalDuration == 7 && timing.elapsedDuration == 5)
    #expect(try decodedBox(TimeOffsetBox.self, as: "rtpo", "FFFFFFF0").offset == -16)
    for type in ["crhd", "iphd", "m7hd", "mjhd", "ochd", "odhd", "sdhd"] {
      #expect(try decodedBox(NullMediaHeaderBox.self, as: type, "00000005").header.flags == 5)
    }
  }

  /// The further tracks of a movie are a file in the file.
  @Test func auxiliaryTracks() throws {
    let movie = boxBytes("ftyp", hexArray("'mp42' 00000000")) + boxBytes("moov", [])
    let file = BoxFile(Bytes(boxBytes("axte", movie)))
    #expect(file.boxes.first?.children.map(\.type) == ["ftyp", "moov"])
    #expect(try file.encoded(copyingUnchanged: false).bytes == boxBytes("axte", movie))
  }

  @Test func flagsInWords() {
    let names = SampleFlagNames.all
    #expect(names[0x0101_0000] == "needs other samples, not a sync sample")
    #expect(names[0x0240_0000] == "needs no other, others need it, sync sample")
    #expect(
      names[0x0490_0000]
        == "leading, needs what comes before, no other needs it, coded more than once, sync sample")
    #expect(FieldFormat.flags(names).meaning(of: 0) == "sync sample")
    #expect(FieldFormat.hex.meaning(of: 1) == nil)
    let one: FlagNames = [.bits(0x2, "two")]
    #expect(one[1] == nil && one[3] == "two")
  }
}
