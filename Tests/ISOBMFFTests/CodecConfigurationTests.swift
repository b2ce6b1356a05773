import AVC
import HEVC
import Testing

@testable import ISOBMFF

/// The decoder configurations of further codecs in sample entries.
@Suite struct CodecConfigurationTests {
  /// Both codings of a layer have their record in a box of the other name.
  @Test func dolbyVision() throws {
    let box = try decoded(
      DOVIConfigurationBox.self, "02 01 0E 34 2C 000000 00000000 00000000 00000000 00000000")
    #expect(box.versionMajor == 2 && box.versionMinor == 1 && box.profile == 7 && box.level == 6)
    #expect(box.hasRPU && !box.hasEnhancementLayer && !box.hasBaseLayer)
    #expect(box.baseLayerCompatibilityID == 2 && box.metadataCompression == 3)
    let avc = try decodedBox(
      AVCConfigurationBox.self, as: "avcE", "01 42 C0 1E FF E1 0001 67 01 0001 68")
    #expect(avc.record.level.idc == 30 && avc.record.sequenceParameterSets.count == 1)
    let hevc = try decodedBox(
      HEVCConfigurationBox.self, as: "hvcE",
      "01 02 20000000 900000000000 5D F000 FC FD FA FA 0000 0F 00")
    #expect(hevc.record.level.idc == 93 && hevc.record.bitDepthLumaMinus8 == 2)
  }

  /// The box that ffmpeg wrote for six channels at 96 kHz; its major sync has the same bits.
  @Test func trueHD() throws {
    let box = try decoded(MLPSpecificBox.self, "1097C00F 0C7E 00000000")
    #expect(box.samplingFrequency == 1 && box.peakDataRate == 1599)
    #expect(box.twoChannelModifier == 2 && box.sixChannelModifier == 1)
    #expect(box.sixChannelAssignment == 0x0F && box.eightChannelModifier == 2)
    #expect(box.eightChannelAssignment == 0x0F)
    #expect(box.sixChannelMultichannelType == 0 && box.eightChannelMultichannelType == 0)
    let types = try decoded(MLPSpecificBox.self, "84000000 0000 00000000")
    #expect(types.samplingFrequency == 8 && types.eightChannelMultichannelType == 1)
  }

  @Test func objectsInEnhancedAC3() throws {
    let box = try decoded(EC3SpecificBox.self, "1800 20 0F 00 01 10")
    #expect(box.substreams.count == 1 && box.extensionTypeA?.isPresent == true)
    #expect(box.extensionTypeA?.complexityIndex == 16)
    let none = try decoded(EC3SpecificBox.self, "1800 20 0F 00 00")
    #expect(none.extensionTypeA?.isPresent == false)
    #expect(try decoded(EC3SpecificBox.self, "1800 20 0F 00").extensionTypeA == nil)
  }

  @Test func dts() throws {
    let box = try decoded(
      DTSSpecificBox.self,
      "0000BB80 0002EE00 0001EE00 18 8F 27 D4 8D 0047 E0 00000009'free'AA")
    #expect(box.samplingFrequency == 48000 && box.maxBitrate == 192_000)
    #expect(box.avgBitrate == 126_464 && box.sampleDepth == 24 && box.frameDuration == 2)
    #expect(box.streamConstruction == 7 && box.hasCoreLFE && box.coreLayout == 9)
    #expect(box.coreSize == 0x3D48 && box.hasStereoDownmix && box.representationType == 5)
    #expect(box.channelLayout == 0x47 && box.hasSeveralAssets && box.modifiesLBRDuration)
    #expect(box.hasReservedBox && box.children.map(\.type) == ["free"])
  }

  @Test func dtsX() throws {
    let box = try decoded(
      DTSUHDSpecificBox.self,
      """
      06 61 0000003F B5 60 000102030405060708090A0B0C0D0E0F 00000008'free'
      """)
    #expect(box.decoderProfileCode == 1 && box.frameDurationCode == 2 && box.maxPayloadCode == 3)
    #expect(box.channelMask == 0x3F && box.baseSamplingFrequencyCode == 1)
    #expect(box.sampleRateModifier == 1 && box.representationType == 5 && box.streamIndex == 2)
    #expect(box.hasExpansionBox && box.presentations.count == 2)
    #expect(box.presentations[0].idTag.map { Array($0) } == Array(0..<16))
    #expect(box.presentations[1].idTag == nil && box.children.map(\.type) == ["free"])
  }

  @Test func mpegH() throws {
    let box = try decoded(MHAConfigurationBox.self, "01 0D 13 0003 AABBCC")
    #expect(box.configurationVersion == 1 && box.profileLevelIndication == 13)
    #expect(box.referenceChannelLayout == 19 && Array(box.configuration) == [0xAA, 0xBB, 0xCC])
    let sets = try decoded(MHAProfileAndLevelCompatibilitySetBox.self, "02 0C 10")
    #expect(sets.compatibleSets == [12, 16])
  }

  @Test func colourOfVP9() throws {
    let display = try decoded(
      SMPTE2086MasteringDisplayMetadataBox.self,
      "00000000 0001 0002 0003 0004 0005 0006 0007 0008 0003E800 00000052")
    #expect([display.redX, display.redY, display.greenX, display.greenY] == [1, 2, 3, 4])
    #expect([display.blueX, display.blueY, display.whiteX, display.whiteY] == [5, 6, 7, 8])
    #expect(display.luminanceMax == 1000 << 8 && display.luminanceMin == 82)
    let level = try decoded(VPContentLightLevelBox.self, "00000000 03E8 0190")
    #expect(level.maxCLL == 1000 && level.maxFALL == 400)
  }

  @Test func vc1() throws {
    let box = try decoded(VC1SpecificBox.self, "C6 D0 2A 0000001E 0000010F CC")
    #expect(box.profile == 12 && box.level == 3 && box.advancedLevel == 6 && box.isConstantRate)
    #expect(box.hasNoInterlace && !box.hasOneSequenceHeader && box.hasOneEntryPoint)
    #expect(!box.hasNoSlices && box.hasNoBFrames && box.frameRate == 30)
    #expect(Array(box.headers) == [0, 0, 1, 0x0F, 0xCC])
    let main = try decoded(VC1SpecificBox.self, "44 AABB")
    #expect(main.profile == 4 && main.level == 2 && Array(main.headers) == [0xAA, 0xBB])
  }

  @Test func apv() throws {
    let box = try decoded(
      APVDecoderConfigurationBox.self,
      """
      00000000 01 02
      01 02 03 21 96 01 000002FF 000001E0 22 05 09 10 0A 80
            00 2C 5A 02 00000010 00000020 34 06
      1B 00
      """)
    #expect(box.configurationVersion == 1 && box.entries.map(\.unitType) == [1, 27])
    let frames = try #require(box.entries.first?.frames)
    #expect(frames.map(\.ignoresCaptureTimeDistance) == [true, false])
    #expect(frames.map(\.profile) == [33, 44] && frames.map(\.level) == [150, 90])
    #expect(frames.map(\.band) == [1, 2] && frames.map(\.width) == [767, 16])
    #expect(frames.map(\.height) == [480, 32] && frames.map(\.chromaFormat) == [2, 3])
    #expect(frames.map(\.bitDepthMinus8) == [2, 4] && frames.map(\.captureTimeDistance) == [5, 6])
    let colour = try #require(frames.first?.colour)
    #expect(colour.primaries == 9 && colour.transferCharacteristics == 16)
    #expect(colour.matrixCoefficients == 10 && colour.isFullRange && frames[1].colour == nil)
  }

  /// The layout of six channels follows the cookie, in a box.
  @Test func losslessChannels() throws {
    let box = try decoded(
      ALACSpecificBox.self,
      """
      00000000 00001000 00 10 28 0A 0E 06 00FF 0000C004 00465000 0000BB80
      00000018'chan' 00000000 007C0006 00000000 00000000
      """)
    #expect(box.numChannels == 6 && box.children.map(\.type) == ["chan"])
  }
}

/// The blocks of metadata of FLAC.
@Suite struct FLACMetadataTests {
  private func block(_ payload: String) throws -> FLACSpecificBox.Block {
    let box = try decoded(FLACSpecificBox.self, "00000000 \(payload)")
    return try #require(box.blocks.first)
  }

  @Test func streamInfo() throws {
    let info = try #require(
      try block(
        """
        80 000022 1000 1001 0024A0 00600C 0BB80 37 001B4DBF0
        000102030405060708090A0B0C0D0E0F
        """
      ).streamInfo)
    #expect(info.minBlockSize == 4096 && info.maxBlockSize == 4097)
    #expect(info.minFrameSize == 0x24A0 && info.maxFrameSize == 0x600C)
    #expect(info.sampleRate == 48000 && info.channelsMinus1 == 1)
    #expect(info.bitsPerSampleMinus1 == 23 && info.totalSamples == 0x1B4_DBF0)
    #expect(Array(info.md5) == Array(0..<16))
  }

  @Test func others() throws {
    let table = try #require(
      try block("83 000012 0000000000000001 0000000000000002 1000").seekTable)
    #expect(rows(table.points) == [[1, 2, 4096]])
    let comment = try #require(
      try block("84 000018 02000000'ab' 02000000 03000000'A=b' 03000000'C=d'").vorbisComment)
    #expect(comment.vendor.string == "ab" && comment.comments.map(\.string) == ["A=b", "C=d"])
    let picture = try #require(
      try block(
        """
        86 00002C 00000003 00000009'image/png' 00000001'x' 00000010 00000020 00000018 00000100
        00000002 AABB
        """
      ).picture)
    #expect(picture.pictureType == 3 && picture.mediaType.string == "image/png")
    #expect(picture.description.string == "x" && picture.width == 16 && picture.height == 32)
    #expect(picture.bitsPerPixel == 24 && picture.colourCount == 256)
    #expect(Array(picture.data) == [0xAA, 0xBB])
    // The content does not match its type: it stays bytes.
    let broken = try block("84 000003 AABBCC")
    #expect(broken.vorbisComment == nil && Array(broken.data) == [0xAA, 0xBB, 0xCC])
  }
}

/// The units of an IAMF stream.
@Suite struct IAMFTests {
  /// The sizes of the box and of the second unit have a byte more than they need.
  @Test func units() throws {
    let box = try decoded(
      IAConfigurationBox.self,
      """
      01 C800
      F8 06 'iamf' 00 01
      00 9500 C801 'Opus' C007 FFFC 01 02 0138 0000BB80 0000 00
      08 0B AC02 20 C801 02 12 9301 00AA
      10 10 2A 01 'en-us'00 'test'00 01 DDEE
      2F 07 05 8201 02 AABB CC
      """)
    #expect(box.configurationVersion == 1 && box.units.map(\.unitType) == [31, 0, 1, 2, 5])
    let header = try #require(box.units[0].sequenceHeader)
    #expect(header.code == "iamf" && header.primaryProfile == 0 && header.additionalProfile == 1)
    let codec = try #require(box.units[1].codecConfig)
    #expect(codec.id.value == 200 && codec.codecID == "Opus" && codec.samplesPerFrame.value == 960)
    #expect(codec.audioRollDistance == -4 && codec.opus?.outputChannelCount == 2)
    #expect(codec.opus?.preSkip == 312 && codec.opus?.inputSampleRate == 48000)
    let element = try #require(box.units[2].audioElement)
    #expect(element.id.value == 300 && element.elementType == 1)
    #expect(element.codecConfigID.value == 200)
    #expect(element.substreamIDs.map(\.value) == [18, 147] && Array(element.data) == [0, 0xAA])
    let mix = try #require(box.units[3].mixPresentation)
    #expect(mix.id.value == 42 && mix.languages == ["en-us"] && mix.annotations == ["test"])
    #expect(mix.subMixCount.value == 1 && Array(mix.data) == [0xDD, 0xEE])
    let frame = box.units[4]
    #expect(frame.isRedundantCopy && frame.trimming?.atEnd.value == 5)
    #expect(frame.trimming?.atStart.value == 130)
    #expect(frame.extensionHeader.map { Array($0.data) } == [0xAA, 0xBB])
    #expect(Array(frame.data) == [0xCC])
  }

  @Test func codecs() throws {
    let pcm = try decoded(IAMFCodecConfig.self, "01 'ipcm' 40 0000 01 18 0000BB80")
    #expect(pcm.pcm?.formatFlags == 1 && pcm.pcm?.sampleSize == 24)
    #expect(pcm.pcm?.sampleRate == 48000)
    let aac = try decoded(
      IAMFCodecConfig.self, "02 'mp4a' 8008 FFFF 04 0D 40 15 000004 00000005 00000006")
    #expect(aac.descriptor?.decoder?.objectTypeIndication == 0x40)
    #expect(aac.audioRollDistance == -1)
    let flac = try decoded(IAMFCodecConfig.self, "03 'fLaC' 40 0000 81 000001 00")
    #expect(flac.flac?.blocks.map(\.blockType) == [1])
    // A sequence header with one byte too few stays bytes.
    let short = try decoded(IAMFUnit.self, "F8 05 'iamf' 00")
    #expect(short.sequenceHeader == nil && short.data.count == 5)
    // Four thousand million labels, although there are none.
    let liar = try decoded(IAMFUnit.self, "10 06 01 FFFFFFFF0F")
    #expect(liar.mixPresentation == nil && liar.data.count == 6)
  }

  @Test func avs3Sound() throws {
    let mixed = try decoded(AVS3AudioConfigurationBox.self, "22 22 10 06 0180 80")
    #expect(mixed.codecID == 2 && mixed.samplingFrequencyIndex == 2 && mixed.lossless == nil)
    let general = try #require(mixed.general)
    #expect(general.networkType == 1 && general.contentType == 2 && general.totalBitrate == 384)
    #expect(general.channelNumberIndex == 8 && general.objectCount == 3)
    #expect(general.ambisonicOrder == nil && general.resolution == 2)
    let stereo = try #require(decoded(AVS3AudioConfigurationBox.self, "23 00 02 00C0 40").general)
    #expect(stereo.channelNumberIndex == 1 && stereo.objectCount == nil)
    let field = try #require(decoded(AVS3AudioConfigurationBox.self, "22 03 301004").general)
    #expect(field.ambisonicOrder == 3 && field.totalBitrate == 256 && field.resolution == 1)
  }

  @Test func avs3LosslessSound() throws {
    let box = try decoded(AVS3AudioConfigurationBox.self, "1F 01F400 A0 C80006AC")
    let lossless = try #require(box.lossless)
    #expect(lossless.samplingFrequency == 128_000 && lossless.hasAncillaryData)
    #expect(lossless.codingProfile == 2 && lossless.channelCount == 12)
    #expect(lossless.resolution == 2 && lossless.additionalInformation == [0xAB])
    let other = try decoded(AVS3AudioConfigurationBox.self, "02 AABB")
    #expect(other.codecID == 0 && Array(other.other) == [0xAA, 0xBB])
  }
}
