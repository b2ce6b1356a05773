import FieldCoding
import Testing

@testable import ISOBMFF

@Suite struct PropertyTests {
  @Test func colours() throws {
    let named = try decoded(ColourInformationBox.self, "'nclx' 0001 000D 0006 80")
    #expect(named.colourPrimaries == 1 && named.transferCharacteristics == 13)
    #expect(named.matrixCoefficients == 6 && named.isFullRange && named.hasFullRangeFlag)
    // Some writers of movies write this.
    let short = try decoded(ColourInformationBox.self, "'nclx' 0001 000D 0006")
    #expect(short.matrixCoefficients == 6 && !short.hasFullRangeFlag && !short.isFullRange)
    let quickTime = try decoded(ColourInformationBox.self, "'nclc' 0009 0010 0009")
    #expect(quickTime.colourPrimaries == 9)
    let profile = try decoded(ColourInformationBox.self, "'prof' AABB")
    #expect(profile.hasProfile && Array(profile.iccProfile) == [0xAA, 0xBB])
  }

  /// The values are those that Apache SIS (`org.apache.sis.storage.isobmff.gimi`) reads.
  @Test func georeferences() throws {
    let system = try decoded(
      ModelCoordinateReferenceSystemProperty.self,
      "00000001 'crsu' 68747470733A2F2F612F3400 44FA4000")
    #expect(system.encoding == "crsu" && system.system.string == "https://a/4")
    #expect(system.epoch.map { Float(bitPattern: $0) } == 2002)
    let timeless = try decoded(
      ModelCoordinateReferenceSystemProperty.self, "00000000 'curi' 5B413A315D00")
    #expect(timeless.system.string == "[A:1]" && timeless.epoch == nil)
    let flat = try decoded(
      ModelTransformationProperty.self,
      """
      00000001 3FF0000000000000 4000000000000000 4008000000000000
      4010000000000000 C014000000000000 4018000000000000
      """)
    #expect(flat.coefficients.map { Double(bitPattern: $0) } == [1, 2, 3, 4, -5, 6])
    let point = try decoded(
      ModelTiePointProperty.self,
      "00000001 0001 00000007 FFFFFFFE 3FF0000000000000 C000000000000000")
    #expect(point.points.count == 1 && point.points[0, 0] == 7 && point.points[0, 1] == -2)
    #expect(Double(bitPattern: UInt64(bitPattern: point.points[0, 2])) == 1)
    #expect(Double(bitPattern: UInt64(bitPattern: point.points[0, 3])) == -2)
    let solid = try decoded(
      ModelTiePointProperty.self,
      """
      00000000 0001 00000001 00000002 00000003
      3FF0000000000000 4000000000000000 4008000000000000
      """)
    #expect(solid.points.columns.count == 6 && solid.points[0, 2] == 3)
  }

  @Test func requiredReferences() throws {
    let box = try decoded(RequiredReferenceTypesProperty.self, "00000000 02 'pred' 'base'")
    #expect(box.referenceTypes == ["pred", "base"] && box.countBits == 8)
    // From C043.heic and C044.heic of the conformance files.
    let wide = try decoded(RequiredReferenceTypesProperty.self, "00000000 00000001 'pred'")
    #expect(wide.referenceTypes == ["pred"] && wide.countBits == 32)
  }

  @Test func bracketing() throws {
    let exposure = try decoded(
      BracketingProperty<AutoExposureBracketingEntry>.self, "00000000 03 FE")
    #expect(exposure.entry.exposureStep == 3 && exposure.entry.exposureNumerator == -2)
    let plain = try decoded(BracketingProperty<AutoExposureBracketingEntry>.self, "03 FE")
    #expect(plain.header == nil && plain.entry == exposure.entry)
    let flash = try decoded(
      BracketingProperty<FlashExposureBracketingEntry>.self, "00000000 FF 02")
    #expect(flash.entry.flashExposureNumerator == -1 && flash.entry.flashExposureDenominator == 2)
    let depth = try decoded(BracketingProperty<DepthOfFieldBracketingEntry>.self, "00000000 FF 02")
    #expect(depth.entry.fStopNumerator == -1 && depth.entry.fStopDenominator == 2)
    let focus = try decoded(BracketingProperty<FocusBracketingEntry>.self, "00000000 0011 000A")
    #expect(focus.entry.focusDistanceNumerator == 17)
    #expect(focus.entry.focusDistanceDenominator == 10)
    let white = try decoded(
      BracketingProperty<WhiteBalanceBracketingEntry>.self, "00000000 15B0 CE")
    #expect(white.entry.blueAmber == 0x15B0 && white.entry.greenMagenta == -50)
    #expect(
      try decoded(BracketingProperty<PanoramaEntry>.self, "00000000 0005").entry.frameNumber == 5)
  }

  @Test func brightness() throws {
    let all = try decoded(
      ContentColourVolumeBox.self,
      """
      3C 00000001 FFFFFFFE 00000003 00000004 00000005 00000006 00000007 00000008 00000009
      """)
    #expect(all.primaries?.map(\.x) == [1, 3, 5] && all.primaries?.map(\.y) == [-2, 4, 6])
    #expect(all.minLuminance == 7 && all.maxLuminance == 8 && all.avgLuminance == 9)
    let some = try decoded(ContentColourVolumeBox.self, "08 00000008")
    #expect(some.primaries == nil && some.minLuminance == nil && some.avgLuminance == nil)
    #expect(some.maxLuminance == 8)
    let white = try decoded(NominalDiffuseWhiteBox.self, "00000000 001EF9B0")
    #expect(white.diffuseWhiteLuminance == 203_0000)
  }

  @Test func slideShows() throws {
    #expect(try decoded(TransitionEffectProperty.self, "00000000 03").transitionDirection == 3)
    let zoom = try decoded(ZoomTransitionEffectProperty.self, "00000000 82")
    #expect(zoom.transitionDirection == 1 && zoom.transitionShape == 2)
    #expect(
      try decoded(SuggestedTransitionPeriodProperty.self, "00000000 18").transitionPeriod == 24)
    #expect(
      try decoded(SuggestedTimeDisplayDurationProperty.self, "00000000 0102").duration == 258)
  }

  @Test func codedImages() throws {
    #expect(try Array(decoded(JPEGConfigurationBox.self, "FFD8").jpegPrefix) == [0xFF, 0xD8])
    #expect(try decoded(TargetOlsProperty.self, "00000000 0001").targetOLSIndex == 1)
    let scaling = try decoded(ImageScaling.self, "00000000 0001 0002 0003 0004")
    #expect(scaling.targetWidthNumerator == 1 && scaling.targetWidthDenominator == 2)
    #expect(scaling.targetHeightNumerator == 3 && scaling.targetHeightDenominator == 4)
    #expect(try decoded(MaskConfigurationProperty.self, "00000000 08").bitsPerPixel == 8)
    #expect(try decoded(ProjectionFormatProperty.self, "00000000 01").projectionType == 1)
  }

  /// From multilayer005.heic of the conformance files: 512 × 256 pixels, two layers.
  @Test func operatingPoints() throws {
    let box = try decoded(
      OperatingPointsInformationProperty.self,
      """
      00000000 4000 02
      01 60000000 000000000000 01
      06 02000000 0F8800000000 06
      0002
      0000 00 01 01 02 0200 0100 0200 0100 40
      0001 00 02 01 02 02 06 0200 0100 0200 0100 40
      01 01 01 00 01
      """)
    let record = box.record
    #expect(record.scalabilityMask == 0x4000)
    #expect(record.profileTierLevels.map(\.profileIDC) == [1, 6])
    #expect(record.profileTierLevels.map(\.levelIDC) == [1, 6])
    #expect(record.operatingPoints.map(\.outputLayerSetIndex) == [0, 1])
    let last = try #require(record.operatingPoints.last)
    #expect(last.layers.map(\.profileIndex) == [1, 2] && last.layers.map(\.layerID) == [0, 1])
    #expect(last.layers.map(\.isOutput) == [true, true])
    #expect(last.minPictureWidth == 512 && last.maxPictureHeight == 256)
    #expect(last.maxChromaFormat == 1 && last.avgFrameRate == nil && last.maxBitRate == nil)
    #expect(record.layers.map(\.layerID) == [1] && record.layers.map(\.dependsOn) == [[0]])
    #expect(record.layers.map(\.dimensionIdentifiers) == [[1]])
    let rates = try decoded(
      OperatingPointsRecord.self,
      "0000 00 0001 0003 02 00 0001 0002 0003 0004 4B 1E00 01 00000005 00000006 00")
    let point = try #require(rates.operatingPoints.first)
    #expect(point.maxTemporalID == 2 && point.maxBitDepthMinus8 == 1)
    #expect(point.avgFrameRate == 30 * 256 && point.constantFrameRate == 1)
    #expect(point.maxBitRate == 5 && point.avgBitRate == 6)
  }

  @Test func subpictures() throws {
    let ids = try decoded(VvcSubpicIDProperty.self, "00000000 8001 0002 0003 0004 0005")
    #expect(ids.entry.subpictures.map(\.subpicID) == [2, 4])
    #expect(ids.entry.subpictures.map(\.groupID) == [3, 5])
    let order = try decoded(VvcSubpicOrderProperty.self, "00000000 8002 0003 0004 2003 45")
    #expect(order.entry.trackReferences == [3, 4])
    #expect(order.entry.rewriting.subpicIDLenMinus1 == 2)
    #expect(order.entry.rewriting.subpicIDBitPos == 3 && order.entry.rewriting.ppsID == 5)
  }

  @Test func geometry() throws {
    let size = try decoded(ImageSpatialExtentsProperty.self, "00000000 00000001 00000002")
    #expect(size.width == 1 && size.height == 2)
    let location = try decoded(RelativeLocationProperty.self, "00000000 00000001 00000002")
    #expect(location.horizontalOffset == 1 && location.verticalOffset == 2)
    let aspect = try decoded(PixelAspectRatioBox.self, "00000001 00000002")
    #expect(aspect.hSpacing == 1 && aspect.vSpacing == 2)
    let crop = try decoded(
      CleanApertureBox.self,
      "00000001 00000002 00000003 00000004 FFFFFFFB 00000006 FFFFFFF9 00000008")
    #expect(crop.widthN == 1 && crop.widthD == 2 && crop.heightN == 3 && crop.heightD == 4)
    #expect(crop.horizOffN == -5 && crop.horizOffD == 6)
    #expect(crop.vertOffN == -7 && crop.vertOffD == 8)
    #expect(try decoded(ImageRotation.self, "03").angle == 3)
    #expect(try decoded(ImageMirror.self, "01").axis == 1)
  }

  @Test func channels() throws {
    let box = try decoded(PixelInformationProperty.self, "00000000 03 08 0A 0C")
    #expect(box.bitsPerChannel == [8, 10, 12] && box.channels.isEmpty)
    let more = try decoded(
      PixelInformationProperty.self, "00000001 02 08 0A 44 2B 12 'Y'00")
    #expect(more.channels.map(\.idc) == [2, 1])
    #expect(more.channels.map(\.componentFormat) == [1, 2])
    #expect(more.channels.map(\.subsamplingType) == [0, 1])
    #expect(more.channels.map(\.subsamplingLocation) == [0, 2])
    #expect(more.channels.map(\.label) == ["", "Y"])
  }

  @Test func descriptions() throws {
    let kind = try decoded(AuxiliaryTypeProperty.self, "00000000 'urn:x'00 AABB")
    #expect(kind.auxType == "urn:x" && Array(kind.auxSubtype) == [0xAA, 0xBB])
    let user = try decoded(UserDescriptionProperty.self, "00000000 'de'00 'n'00 'd'00 'a,b'00")
    #expect(user.language == "de" && user.name == "n" && user.description == "d")
    #expect(user.tags == "a,b")
    let text = try decoded(AccessibilityTextProperty.self, "00000000 'a cat'00 'en'00")
    #expect(text.altText == "a cat" && text.altLanguage == "en")
    #expect(
      try decoded(CreationTimeProperty.self, "00000000 0000000100000002").time == 0x1_0000_0002)
    #expect(try decoded(LayerSelectorProperty.self, "0102").layerID == 0x102)
    #expect(try decoded(OperatingPointSelectorProperty.self, "03").opIndex == 3)
    #expect(
      try decoded(AV1LayeredImageIndexingProperty.self, "00 0001 0002 0003").layerSizes == [
        1, 2, 3,
      ])
    let large = try decoded(
      AV1LayeredImageIndexingProperty.self, "01 00000001 00000002 00000003")
    #expect(large.isLarge && large.layerSizes == [1, 2, 3])
  }

  @Test func cameras() throws {
    let inside = try decoded(
      CameraIntrinsicMatrixProperty.self, "00001001 00000001 FFFFFFFE 00000003 00000004 FFFFFFFB")
    #expect(inside.focalLengthX == 1 && inside.principalPointX == -2)
    #expect(inside.principalPointY == 3 && inside.focalLengthY == 4 && inside.skewFactor == -5)
    let outside = try decoded(
      CameraExtrinsicMatrixProperty.self,
      "0000002F 00000001 FFFFFFFE 00000003 0004 FFFB 0006 00000007")
    #expect(outside.positionX == 1 && outside.positionY == -2 && outside.positionZ == 3)
    #expect(outside.quaternionX == 4 && outside.quaternionY == -5 && outside.quaternionZ == 6)
    #expect(outside.worldCoordinateSystemID == 7)
    #expect(try decoded(DisparityAdjustmentProperty.self, "FFFFFFFE").disparityAdjustment == -2)
  }

  /// Configurations of decoders; their fields are tested with their codecs.
  @Test func configurations() throws {
    _ = try decoded(AVCConfigurationBox.self, "01 42 C0 1E FF E1 0002 6742 01 0001 68")
    _ = try decoded(AV1CodecConfigurationBox.self, "81 00 0C 00 0A01")
    _ = try decoded(
      HEVCConfigurationBox.self,
      """
      01 01 60000000 000000000000 5D F000 FC FD F8 F8 0000 0F 01 20 0001 0002 4001
      """)
    _ = try decoded(LayeredHEVCConfigurationBox.self, "01 F000 FC CF 01 20 0001 0002 4001")
  }
}
