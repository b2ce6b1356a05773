import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct SampleGroupTests {
  @Test func samples() throws {
    let plain = try decoded(SampleToGroupBox.self, "00000000 'roll' 00000001 00000002 00000003")
    #expect(plain.groupingTypeParameter == 0 && rows(plain.entries) == [[2, 3]])
    let samples = try decoded(
      SampleToGroupBox.self, "01000000 'roll' 00000007 00000001 00000002 00000003")
    #expect(samples.groupingType == "roll" && samples.groupingTypeParameter == 7)
    #expect(rows(samples.entries) == [[2, 3]])
  }

  /// Each version says in its own way how long the entries are.
  @Test(arguments: [
    "00000000 'roll' 00000002 FFFE 0003",
    "01000000 'roll' 00000002 00000002 FFFE 0003",
    "01000000 'roll' 00000000 00000002 00000002 FFFE 00000002 0003",
    "02000000 'roll' 00000002 00000001 00000002 FFFE 0003",
  ])
  func sizes(text: String) throws {
    let box = try decoded(SampleGroupDescriptionBox.self, text)
    #expect(box.groupingType == "roll")
    #expect(box.entries.map { ($0.description as? RollRecoveryEntry)?.rollDistance } == [-2, 3])
    #expect(box.entries.allSatisfy { $0.data.isEmpty })
  }

  @Test func unknownTypesAndLongerEntries() throws {
    let unknown = try decoded(
      SampleGroupDescriptionBox.self, "01000000 'zzzz' 00000002 00000001 0102")
    #expect(unknown.entries.map { Array($0.data) } == [[1, 2]])
    #expect(unknown.entries.first?.description == nil)
    let longer = try decoded(
      SampleGroupDescriptionBox.self, "01000000 'roll' 00000003 00000001 FFFE 05")
    #expect(longer.entries.map { Array($0.data) } == [[5]])
    #expect((longer.entries.first?.description as? RollRecoveryEntry)?.rollDistance == -2)
  }

  @Test func anEntryOfAnotherSizeThanTheDefaultIsNotWritten() throws {
    var box = try decoded(SampleGroupDescriptionBox.self, "01000000 'roll' 00000002 00000001 FFFE")
    box.entries[0].data = Bytes([1])
    #expect(throws: FieldError.self) { _ = try box.encoded() }
    box.defaultLength = 0
    #expect(try box.encoded() == hexArray("01000000 'roll' 00000000 00000001 00000003 FFFE 01"))
  }

  @Test func randomAccess() throws {
    let point = try decoded(VisualRandomAccessEntry.self, "85")
    #expect(point.isNumberOfLeadingSamplesKnown && point.numberOfLeadingSamples == 5)
    let dependent = try decoded(VisualDRAPEntry.self, "40000003")
    #expect(dependent.drapType == 2 && dependent.reserved == 3)
    let stream = try decoded(SAPEntry.self, "A6")
    #expect(stream.isDependent && stream.reserved == 2 && stream.sapType == 6)
    let sync = try decoded(SyncSampleEntry.self, "54")
    #expect(sync.reserved == 1 && sync.nalUnitType == 20)
  }

  @Test func layers() throws {
    let level = try decoded(TemporalLevelEntry.self, "83")
    #expect(level.isIndependentlyDecodable && level.reserved == 3)
    let layer = try decoded(
      TemporalLayerEntry.self, "01 A2 00000003 000000000004 5D 0005 0006 07 0008")
    #expect(layer.temporalLayerID == 1 && layer.profileSpace == 2 && layer.isHighTier)
    #expect(layer.profileIDC == 2 && layer.profileCompatibilityFlags == 3)
    #expect(layer.constraintIndicatorFlags == 4 && layer.levelIDC == 93)
    #expect(layer.maxBitRate == 5 && layer.avgBitRate == 6)
    #expect(layer.constantFrameRate == 7 && layer.avgFrameRate == 8)
  }

  @Test func codecs() throws {
    let fields = try decoded(FieldInterlaceTypeEntry.self, "A8")
    #expect(fields.interlaceType == 2 && fields.isInterleaved && fields.firstFieldType == 0)
    #expect(fields.isBottomFirst)
    let essential = try decoded(
      EssentialDescriptionsHierarchyEntry.self, "00000002 'seig' 'rap '")
    #expect(essential.groupingTypes == ["seig", "rap "])
    let forward = try decoded(AV1ForwardKeyFrameSampleGroupEntry.self, "07")
    #expect(forward.forwardDistance == 7)
    let plain = try decoded(
      SampleGroupDescriptionBox.self, "01000000 'av1s' 00000000 00000001 00000000")
    #expect(plain.entries.first?.description as? SampleGroupEntryWithoutFields != nil)
  }

  @Test func references() throws {
    let list = try decoded(DirectReferenceSamplesList.self, "00000001 02 00000003 00000004")
    #expect(list.sampleID == 1 && list.directReferenceSampleIDs == [3, 4])
  }

  @Test func encryption() throws {
    let entry = try decoded(
      CencSampleEncryptionInformationGroupEntry.self,
      "00 19 01 00 000102030405060708090A0B0C0D0E0F 02 AABB")
    #expect(entry.cryptByteBlock == 1 && entry.skipByteBlock == 9 && entry.isProtected == 1)
    #expect(Array(entry.kid) == Array(0...15) && Array(entry.constantIV) == [0xAA, 0xBB])
    let each = try decoded(
      CencSampleEncryptionInformationGroupEntry.self,
      "00 00 01 08 000102030405060708090A0B0C0D0E0F")
    #expect(each.perSampleIVSize == 8 && each.constantIV.isEmpty)
  }

  /// Sizes of 4, 8 and 16 bits; patterns of 2 and 1 samples.
  @Test func compactGroups() throws {
    let small = try decoded(
      CompactSampleToGroupBox.self, "00000000 'roll' 00000002 24 13 12 30")
    #expect(small.patterns.map(\.length) == [2, 1] && small.patterns.map(\.sampleCount) == [4, 3])
    #expect(small.descriptionIndices == [1, 2, 3])
    let wide = try decoded(
      CompactSampleToGroupBox.self, "00000066 'roll' 00000007 00000001 0001 08 0003")
    #expect(wide.groupingTypeParameter == 7)
    #expect(wide.patterns.map(\.length) == [1] && wide.patterns.map(\.sampleCount) == [8])
    #expect(wide.descriptionIndices == [3])
  }

  @Test func streams() throws {
    let one = try decoded(RateShareEntry.self, "0001 0002 00000003 00000004 05")
    #expect(one.operationPoints.map(\.targetRateShare) == [2] && one.maximumBitrate == 3)
    #expect(one.minimumBitrate == 4 && one.discardPriority == 5)
    let two = try decoded(
      RateShareEntry.self, "0002 00000006 0007 00000008 0009 00000003 00000004 05")
    #expect(two.operationPoints.map(\.availableBitrate) == [6, 8])
    #expect(two.operationPoints.map(\.targetRateShare) == [7, 9])
    let items = try decoded(SampleToMetadataItemEntry.self, "'pict' 00000002 00000003 00000004")
    #expect(items.metaBoxHandlerType == "pict" && items.itemIDs == [3, 4])
    let equal = try decoded(VisualEquivalenceEntry.self, "FFFE 0180")
    #expect(equal.timeOffset == -2 && equal.timescaleMultiplier == 0x180)
  }

  @Test(arguments: ["pasr", "casg", "aebr", "afbr", "dobr", "fobr", "wbbr", "pano"])
  func registered(type: String) throws {
    let entry = try #require(FourCC(type).flatMap { BoxRegistry.sampleGroup($0)?.entry })
    let size = UInt8(try entry.init().encoded().count)
    let bytes =
      hexArray("01000000 '\(type)' 000000") + [size] + hexArray("00000001") + [UInt8](1...size)
    let box = try SampleGroupDescriptionBox(decoding: Bytes(bytes))
    #expect(box.entries.count == 1 && box.entries[0].description != nil)
    #expect(box.entries[0].data.isEmpty)
    #expect(try box.encoded() == bytes)
  }
}
