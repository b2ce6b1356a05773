import TestSupport
import Testing

@testable import ISOBMFF

/// Structures of ISO/IEC 14496-15, from its syntax.
@Suite struct NALUnitVideoTests {
  @Test func tiers() throws {
    let tier = try decoded(TierInfoBox.self, "0102 53 C0 1E 00 0280 01E0 90 1E00")
    #expect(tier.tierID == 0x102 && tier.profileIndication == 0x53)
    #expect(tier.profileCompatibility == 0xC0 && tier.levelIndication == 30)
    #expect(tier.visualWidth == 640 && tier.visualHeight == 480)
    #expect(tier.discardable == 2 && tier.constantFrameRate == 1 && tier.frameRate == 30 * 256)
    let rates = try decoded(
      TierBitRateBox.self, "00000001 00000002 00000003 00000004 00000005 00000006")
    #expect(rates.maxBitRate == 2 && rates.tierBaseBitRate == 4 && rates.tierAvgBitRate == 6)
    #expect(try decoded(TierDependencyBox.self, "0002 0003 0004").dependencyTierID == [3, 4])
    let priorities = try decoded(PriorityRangeBox.self, "05 3F")
    #expect(priorities.minPriorityID == 5 && priorities.maxPriorityID == 63)
    let sets = try decoded(InitialParameterSetBox.self, "01 02 02 03 04")
    #expect(sets.spsIndex == [2] && sets.ppsIndex == [3, 4])
    let buffers = try decoded(
      BufferingBox.self, "0001 00000001 00000002 00000003 00000004 00000005")
    #expect(buffers.operatingPoints.map(\.dpbSize) == [3])
    #expect(buffers.operatingPoints.map(\.initDPBDelay) == [5])
    // 101 010 000000 1001, 011 001 000000 1111
    let layers = try decoded(SVCDependencyRangeBox.self, "A809 640F")
    #expect(layers.minDependencyID == 5 && layers.minTemporalID == 2 && layers.minQualityID == 9)
    #expect(layers.maxDependencyID == 3 && layers.maxTemporalID == 1 && layers.maxQualityID == 15)
  }

  @Test func regions() throws {
    let still = try decoded(RectRegionBox.self, "0007 00 0001 0002 0003 0004")
    #expect(still.baseRegionTierID == 7 && still.regionWidth == 3 && still.regionHeight == 4)
    #expect(try decoded(RectRegionBox.self, "0007 80").dynamicRect)
    let grid = try decoded(IroiInfoBox.self, "00 05 06")
    #expect(grid.gridRoiMbWidth == 5 && grid.gridRoiMbHeight == 6)
    let list = try decoded(IroiInfoBox.self, "40 000001 00000009 02 03")
    #expect(list.regions.map(\.topLeftMb) == [9] && list.regions.map(\.roiMbHeight) == [3])
    let simple = try decoded(TranscodingInfoBox.self, "06 42C01E 00000001 00000002")
    #expect(simple.conversionIDC == 1 && simple.cavlcProfileLevelIDC == 0x42C01E)
    #expect(simple.cavlcAvgBitrate == 2 && !simple.cabacInfoPresentFlag)
    let tiles = try decoded(
      RectangularRegionGroupEntry.self, "0003 CC 0001 0002 0003 0004 0002 0005 0006")
    #expect(tiles.groupID == 3 && tiles.independentIDC == 2 && tiles.filteringDisabled)
    #expect(tiles.verticalOffset == 2 && tiles.regionHeight == 4)
    #expect(tiles.dependencyRectRegionGroupID == [5, 6])
    #expect(try decoded(RectangularRegionGroupEntry.self, "0003 00").groupID == 3)
  }

  @Test func configurations() throws {
    let box = try decoded(
      SVCConfigurationBox.self, "01 53 C0 1E FF 01 0003 6F1122 01 0002 6833")
    #expect(box.config.avcProfileIndication == 0x53 && box.config.completeRepresentation)
    #expect(box.config.lengthSizeMinusOne == 3)
    #expect(box.config.sequenceParameterSets.map { Array($0) } == [[0x6F, 0x11, 0x22]])
    #expect(box.config.pictureParameterSets.map { Array($0) } == [[0x68, 0x33]])
    let depth = try decoded(
      MVCDConfigurationBox.self,
      "01 8A 00 1E BF 00 00 00000018 '3dpr' 0140 00F0 0001 0002 34 0000")
    #expect(!depth.config.explicitAuTrack)
    let resolution = try #require(depth.children.first(MVDDepthResolutionBox.self))
    #expect(resolution.depthWidth == 320 && resolution.grid?.depthVerRsh == 4)
    #expect(try decoded(MVDDepthResolutionBox.self, "0140 00F0").grid == nil)
    let evc = try decoded(
      EVCConfigurationBox.self, "01 01 1E 00000000 0000007F 55 0780 0438 03 01 98 0001 0002 3000")
    #expect(evc.profileIDC == 1 && evc.chromaFormatIDC == 1 && evc.bitDepthLumaMinus8 == 2)
    #expect(evc.picWidthInLumaSamples == 1920 && evc.picHeightInLumaSamples == 1080)
    #expect(evc.arrays.map(\.nalUnitType) == [24])
    #expect(evc.arrays.first?.nalUnits.map { Array($0.nalUnit) } == [[0x30, 0]])
    #expect(try decoded(VvcNALUConfigBox.self, "00000000 03").lengthSizeMinusOne == 3)
  }

  @Test func views() throws {
    let box = try decoded(
      ViewIdentifierBox.self, "00000000 0A 0001 0003 0005 9401 0802")
    #expect(box.minTemporalID == 1 && box.maxTemporalID == 2)
    let view = try #require(box.views.first)
    #expect(view.viewID == 3 && view.viewOrderIndex == 5 && view.textureInStream)
    #expect(view.depthInTrack && view.baseViewType == 1 && view.referenceViews.count == 1)
    #expect(view.referenceViews.map(\.refViewID) == [2])
    #expect(view.referenceViews.map(\.dependentComponentIDC) == [2])
    let group = try decoded(
      MultiviewGroupBox.self,
      "00000000 00000009 0004 00 00 00000001 01 00000002 0003 02 0004 03 0005 0006")
    #expect(group.multiviewGroupID == 9)
    #expect(group.entries.map(\.trackID) == [1, 2, 0, 0])
    #expect(group.entries.map(\.outputViewID) == [0, 0, 4, 0])
    #expect(group.entries.map(\.viewCount) == [0, 0, 0, 6])
    let attributes = try decoded(
      MultiviewRelationAttributeBox.self,
      "00000000 0000 0001 'nvws' 00000007 0000 0001 'bitr'")
    #expect(attributes.commonAttributes.map(\.commonValue) == [7])
    #expect(attributes.differentiatingAttributes == ["bitr"])
    let methods = try decoded(MVCViewPriorityAssignmentBox.self, "02 'a:b' 00 'c:d' 00")
    #expect(methods.priorityAssignmentURI.map(\.uri) == ["a:b", "c:d"])
  }

  @Test func subTracks() throws {
    let views = try decoded(MVCSubTrackViewBox.self, "00000000 0001 0154")
    #expect(views.items.map(\.viewID) == [5] && views.items.map(\.temporalID) == [5])
    // 101 0110 011 000111 01 10 11 00
    let layers = try decoded(SVCSubTrackLayerBox.self, "00000000 0001 ACC7 6C")
    let layer = try #require(layers.items.first)
    #expect(layer.dependencyID == 5 && layer.qualityID == 6 && layer.temporalID == 3)
    #expect(layer.priorityID == 7 && layer.qualityIDRange == 2 && layer.priorityIDRange == 0)
    let statements = try decoded(SVCMetadataSampleConfigBox.self, "00000000 01 02 03 01 80 'x' 00")
    #expect(statements.entries.map(\.statementType) == [0x80])
    let samples = try decoded(SampleDependencyBox.self, "00000000 0002 FFFF 0001 0000")
    #expect(samples.samples.map { $0.samples.map(\.relativeSampleNumber) } == [[-1, 1], []])
  }

  @Test func layerGroups() throws {
    let sequence = try decoded(
      AVCSubSequenceEntry.self, "0001 02 C0 00000003 01 0004 0005 01 01 02 0006")
    #expect(sequence.duration == 3 && sequence.avgBitRate == 4 && sequence.accurateStatisticsFlag)
    #expect(sequence.dependencies.map(\.subSequenceIdentifier) == [6])
    let tier = try decoded(ScalableGroupEntry.self, "03 03 88 02 0000000A 'svpr' 0102")
    #expect(tier.isTierIDR && tier.isTlSwitchingPoint && tier.tlSwitchingDistance == 2)
    #expect(tier.children.first(PriorityRangeBox.self)?.maxPriorityID == 2)
    let layers = try decoded(LayerInfoGroupEntry.self, "01 1046 7F")
    #expect(layers.layers.map(\.completenessFlag) == [true])
    let base = try decoded(LhvcExternalBaseLayerInfo.self, "D3 FF")
    #expect(base.blIrapPicFlag && base.blIrapNalUnitType == 19 && base.sampleOffset == -1)
    #expect(try decoded(DecodeRetimingEntry.self, "01 0002 FFFE").tiers.map(\.delta) == [-2])
  }

  @Test func subpictureGroups() throws {
    let runs = try decoded(NALUMapEntry.self, "01 02 00 0001 03 0002")
    #expect(runs.entries.map(\.naluStartNumber) == [0, 3])
    #expect(runs.entries.map(\.groupID) == [1, 2])
    let large = try decoded(NALUMapEntry.self, "02 0001 0009")
    #expect(large.entries.map(\.groupID) == [9])
    let identifiers = try decoded(VvcSubpicIDEntry.self, "9001 0005 0001 0002")
    #expect(identifiers.subpictures.map(\.subpicID) == [5, 0])
    #expect(identifiers.subpictures.map(\.groupID) == [1, 2])
    let order = try decoded(VvcSubpicOrderEntry.self, "8001 0007 3 010 C5")
    #expect(order.trackReferences == [7] && order.rewriting.subpicIDLenMinus1 == 3)
    #expect(order.rewriting.subpicIDBitPos == 16 && order.rewriting.startCodeEmulFlag)
    #expect(order.rewriting.ppsID == 5)
    let layout = try decoded(VvcSubpicLayoutMapEntry.self, "'trif' 0001 0003 0004")
    #expect(layout.groupIDs == [3, 4])
    let common = try decoded(
      SubpicCommonGroupBox.self, "00000000 00000001 00000002 00000003 00000004 C0 33 0002")
    #expect(common.group.entityIDs == [3, 4] && common.levelIDC == 0x33)
    #expect(common.numActiveTracks == 2)
    let several = try decoded(
      SubpicMultipleGroupsBox.self,
      "00000000 00000001 00000002 00000003 00000004 00 00000009 0001 00 01 0002")
    #expect(several.levelInfoEntityIdx == 9 && several.trackSubgroupIDs == [0, 1])
    #expect(several.activeTracks == [2])
  }

  /// Profile 1, main tier, level 51, one byte of constraints, no sub-profiles.
  private let profile = "01 02 33 00 00"

  @Test func operatingPoints() throws {
    let points = try decoded(
      VvcOperatingPointsInformation.self,
      "00 00 \(profile) 80 80 0001 0002 00 03 01 16 03 1E00 01 00000005 00000004 01 05 01 04 07")
    #expect(points.eachLayerIsAnOLSFlag && points.profiles.map(\.ptlMaxTemporalID) == [0])
    let point = try #require(points.operatingPoints.first)
    #expect(point.outputLayerSetIdx == 2 && point.layers.map(\.layerID) == [5])
    #expect(point.layers.map(\.isOutputlayer) == [true] && point.avgFrameRate == 30 * 256)
    #expect(point.maxBitRate == 5 && point.avgBitRate == 4)
    #expect(points.layers.map(\.directRefLayerID) == [[4]])
    // The fields of one operating point end in the first bit of a byte.
    let group = try decoded(
      OperatingPointGroupBox.self,
      """
      00000000 00000001 00000001 00000009 00 \(profile)
      02 01 00 01 02 8B 00 00 80 D5 05 03 C0 02 1C 0F 00 00 80 80 00
      """)
    #expect(group.group.entityIDs == [9] && group.incompleteOperatingPointsFlag)
    #expect(group.outputLayerSets.map(\.olsIdx) == [2])
    #expect(group.outputLayerSets.map { $0.layers.map(\.layerID) } == [[5]])
    let member = try #require(group.operatingPoints.first)
    #expect(member.olsLoopEntryIdx == 3 && member.maxTemporalID == 2)
    #expect(member.availabilityIDC == 2 && member.bitDepthMinus8 == 2)
    #expect(member.maxPictureWidth == 1920 && member.entityIndices == [0])
  }

  @Test func parameterSetGroups() throws {
    #expect(try decoded(EndOfSequenceSampleEntry.self, "01 00A1 00A9").nalUnits == [0xA1, 0xA9])
    #expect(Array(try decoded(ParameterSetNALUEntry.self, "0002 0079").psNalUnit) == [0, 0x79])
    let present = try decoded(PSSampleGroupEntry.self, "A0")
    #expect(present.spsPresent && !present.ppsPresent && present.apsPresent)
  }

  @Test func scalabilityOfTracks() throws {
    let methods = try decoded(SVCPriorityAssignmentBox.self, "02 'a:b' 00 'c:d' 00")
    #expect(methods.priorityAssignmentURI.map(\.uri) == ["a:b", "c:d"])
    let layers = try decoded(
      SVCPriorityLayerInfoBox.self,
      "02 05 42C01E 00000002 00000001 06 53C00D 00000004 00000003")
    #expect(layers.layers.map(\.prLayer) == [5, 6])
    #expect(layers.layers.map(\.profileLevelIDC) == [0x42C01E, 0x53C00D])
    #expect(layers.layers.map(\.maxBitrate) == [2, 4])
    #expect(layers.layers.map(\.avgBitrate) == [1, 3])
    let messages = try decoded(SeiInformationBox.self, "0001 0005 0002 0003 0104")
    #expect(messages.requiredSEIID == [5] && messages.notrequiredSEIID == [3, 0x104])
    // Supplemental enhancement information with payloads 24, 38 and 49 of ITU-T H.264.
    #expect(
      try decoded(ScalabilityInformationSEIBox.self, "06 18 01 40 80").scalinfosei
        == hex("0618014080"))
    #expect(
      try decoded(ViewScalabilityInformationSEIBox.self, "06 26 01 40 80").mvcscalinfosei
        == hex("0626014080"))
    #expect(
      try decoded(MVDScalabilityInformationSEIBox.self, "06 31 01 40 80").mvdscalinfosei
        == hex("0631014080"))
    let views = try decoded(
      MVCConfigurationBox.self, "01 76 C0 1E 7D 01 0003 6F1122 01 0002 6833"
    ).config
    #expect(views.avcProfileIndication == 0x76 && !views.completeRepresentation)
    #expect(views.explicitAuTrack && views.lengthSizeMinusOne == 1)
    #expect(views.sequenceParameterSets == [hex("6F1122")])
    #expect(views.pictureParameterSets == [hex("6833")])
    let depth = try decoded(
      A3DConfigurationBox.self, "01 8B 00 1E BF 00 00 0000000C '3dpr' 0140 00F0")
    #expect(depth.config.completeRepresentation && !depth.config.explicitAuTrack)
    #expect(depth.children.first(MVDDepthResolutionBox.self)?.depthHeight == 240)
  }

  @Test func groupsOfViews() throws {
    let groups = try decoded(
      MultiviewInformationBox.self, "00000000 00000013 'mvcg' 00000000 00000009 0000 00")
    #expect(groups.children.first(MultiviewGroupBox.self)?.multiviewGroupID == 9)
    let relation = try decoded(
      MultiviewGroupRelationBox.self,
      "00000000 00000002 00000009 0000000A 00000014 'mvra' 00000000 0000 0000 0000 0000")
    #expect(relation.multiviewGroupID == [9, 10])
    #expect(relation.children.first(MultiviewRelationAttributeBox.self) != nil)
    #expect(try decoded(MultiviewSceneInfoBox.self, "1F").maxDisparity == 31)
    let priorities = try decoded(ViewPriorityBox.self, "0103 00000001 0005 00000002")
    #expect(priorities.views.map(\.viewID) == [0x103, 5])
    #expect(priorities.views.map(\.contentPriorityID) == [1, 2])
    let entry = try decoded(ViewPriorityEntry.self, "0000000E 'vipr' 0003 00000001")
    #expect(entry.children.first(ViewPriorityBox.self)?.views.map(\.viewID) == [3])
    let tier = try decoded(MultiviewGroupEntry.self, "03 02 08 05 0000000A 'svpr' 0102")
    #expect(tier.groupID == 3 && tier.primaryGroupID == 2 && tier.isTlSwitchingPoint)
    #expect(tier.tlSwitchingDistance == 5)
    #expect(tier.children.first(PriorityRangeBox.self)?.maxPriorityID == 2)
  }

  @Test func tiersAndTilesOfSubTracks() throws {
    let groups = try decoded(MVCSubTrackMultiviewGroupBox.self, "00000000 0002 00000003 00010004")
    #expect(groups.multiviewGroupID == [3, 0x10004])
    #expect(try decoded(SubTrackTierBox.self, "00000000 0002 0003 0104").tierID == [3, 0x104])
    #expect(try decoded(TileSubTrackGroupBox.self, "00000000 0001 0107").tileGroupID == [0x107])
    let switching = try decoded(
      SwitchableTracks.self, "00000000 00000001 00000002 00000003 00000004 0005 0106")
    #expect(switching.group.groupID == 1 && switching.group.entityIDs == [3, 4])
    #expect(switching.trackSwitchHierarchyIDs == [5, 0x106])
  }

  @Test func groupsOfSamples() throws {
    let layer = try decoded(AVCLayerEntry.self, "03 01 0102 1E00")
    #expect(layer.layerNumber == 3 && layer.accurateStatisticsFlag)
    #expect(layer.avgBitRate == 0x102 && layer.avgFrameRate == 30 * 256)
    #expect(try decoded(ScalableNALUMapEntry.self, "00 02 03 04").groupID == [3, 4])
    #expect(try decoded(OperatingPointDecodeTimeHint.self, "FFFFFFFE").deltaTime == -2)
    // The type of the grouping says everything.
    #expect(try decoded(StepwiseTemporalLayerEntry.self, "").encoded().isEmpty)
    #expect(try decoded(TemporalSubLayerEntry.self, "").encoded().isEmpty)
    // VVC: an access unit delimiter, an end of the bitstream, decoding capability information.
    #expect(try decoded(AUDSampleEntry.self, "00A1 28").audNalUnit == 0xA128)
    #expect(try decoded(EndOfBitstreamSampleEntry.self, "00B1").eobNalUnit == 0xB1)
    #expect(
      try decoded(DecodingCapabilityInformation.self, "0003 0069 80").dciNalUnit == hex("006980"))
    #expect(try decoded(SubpicLevelInfoEntry.self, "33").levelIDC == 0x33)
    // 0000100101 000101
    let mixed = try decoded(VvcMixedNALUnitTypePicEntry.self, "0001 0002 0103 0945")
    #expect(mixed.pictures.map(\.mixSubpTrackIdx1) == [2])
    #expect(mixed.pictures.map(\.mixSubpTrackIdx2) == [0x103])
    #expect(mixed.ppsMixNaluTypesInPicBitPos == 37 && mixed.ppsID == 5)
    let order = try decoded(
      VvcRectRegionOrderEntry.self, "80 0001 0002 0003 0004 0005 0001 0006 3010 C5")
    #expect(order.alternateRegionSets.map(\.alternateRegionSetID) == [3])
    #expect(order.alternateRegionSets.map(\.groupIDs) == [[4, 5]])
    #expect(order.regionIDs == [6] && order.rewriting.subpicIDBitPos == 16)
    #expect(order.rewriting.ppsID == 5)
  }
}
