import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct FragmentBoxTests {
  @Test func trackExtends() throws {
    let box = try decoded(
      TrackExtendsBox.self, "00000000 00000001 00000002 00000003 00000004 00000005")
    #expect(box.trackID == 1 && box.defaultSampleDescriptionIndex == 2)
    #expect(box.defaultSampleDuration == 3 && box.defaultSampleSize == 4)
    #expect(box.defaultSampleFlags == 5)
  }

  @Test func trackFragmentHeader() throws {
    let full = try decoded(
      TrackFragmentHeaderBox.self,
      "0000003B 00000001 0000000200000003 00000004 00000005 00000006 00000007")
    #expect(full.trackID == 1 && full.baseDataOffset == 0x2_0000_0003)
    #expect(full.sampleDescriptionIndex == 4 && full.defaultSampleDuration == 5)
    #expect(full.defaultSampleSize == 6 && full.defaultSampleFlags == 7)
    let few = try decoded(TrackFragmentHeaderBox.self, "00020010 00000001 00000006")
    #expect(few.baseDataOffset == nil && few.sampleDescriptionIndex == nil)
    #expect(few.defaultSampleDuration == nil && few.defaultSampleFlags == nil)
    #expect(few.defaultSampleSize == 6)
  }

  @Test func trackRun() throws {
    let full = try decoded(
      TrackRunBox.self,
      """
      01000F05 00000002 FFFFFFFE 00000003
      00000004 00000005 00000006 FFFFFFF9 00000008 00000009 0000000A 0000000B
      """)
    #expect(full.dataOffset == -2 && full.firstSampleFlags == 3)
    #expect(
      full.samples.columns.map(\.name) == [
        "sample_duration", "sample_size", "sample_flags", "sample_composition_time_offset",
      ])
    #expect(rows(full.samples) == [[4, 5, 6, -7], [8, 9, 10, 11]])
    let few = try decoded(TrackRunBox.self, "00000200 00000002 00000005 00000009")
    #expect(few.dataOffset == nil && few.firstSampleFlags == nil)
    #expect(few.samples.columns.map(\.name) == ["sample_size"])
    #expect(rows(few.samples) == [[5], [9]])
    // All samples use the defaults: rows without columns.
    #expect(try decoded(TrackRunBox.self, "00000000 00000007").samples.count == 7)
  }

  @Test func times() throws {
    let short = try decoded(TrackFragmentBaseMediaDecodeTimeBox.self, "00000000 00000005")
    #expect(short.baseMediaDecodeTime == 5)
    let long = try decoded(TrackFragmentBaseMediaDecodeTimeBox.self, "01000000 0000000100000005")
    #expect(long.baseMediaDecodeTime == 0x1_0000_0005)
    #expect(try decoded(MovieFragmentHeaderBox.self, "00000000 00000009").sequenceNumber == 9)
    #expect(try decoded(MovieExtendsHeaderBox.self, "00000000 00000009").fragmentDuration == 9)
  }

  @Test func segmentIndex() throws {
    let box = try decoded(
      SegmentIndexBox.self,
      """
      00000000 00000001 00000002 00000003 00000004 0000 0001 80000005 00000006 B0000007
      """)
    #expect(box.referenceID == 1 && box.timescale == 2)
    #expect(box.earliestPresentationTime == 3 && box.firstOffset == 4)
    #expect(rows(box.references) == [[1, 5, 6, 1, 3, 7]])
  }

  @Test func randomAccess() throws {
    let box = try decoded(
      TrackFragmentRandomAccessBox.self,
      "01000000 00000001 00000018 00000001 0000000000000002 0000000000000003 0004 000005 06")
    #expect(box.trackID == 1 && box.lengthSizeOfTrafNum == 1 && box.lengthSizeOfTrunNum == 2)
    #expect(rows(box.entries) == [[2, 3, 4, 5, 6]])
  }

  @Test func randomAccessOffset() throws {
    #expect(
      try decoded(MovieFragmentRandomAccessOffsetBox.self, "00000000 00000043").parentSize == 67)
  }

  @Test func subsegments() throws {
    let box = try decoded(
      SubsegmentIndexBox.self, "00000000 00000002 00000001 01 000002 00000002 03 000004 05 000006")
    #expect(box.subsegments.map { rows($0.ranges) } == [[[1, 2]], [[3, 4], [5, 6]]])
  }

  @Test func clocks() throws {
    let short = try decoded(
      ProducerReferenceTimeBox.self, "00000000 00000001 0000000200000003 00000004")
    #expect(short.referenceTrackID == 1 && short.ntpTimestamp == 0x2_0000_0003)
    #expect(short.mediaTime == 4)
    let long = try decoded(
      ProducerReferenceTimeBox.self, "01000018 00000001 0000000200000003 0000000400000005")
    #expect(long.mediaTime == 0x4_0000_0005)
  }

  @Test func extensions() throws {
    let bytes = boxBytes("trep", hexArray("00000000 00000007") + boxBytes("free", hexArray("AA")))
    let file = BoxFile(Bytes(bytes))
    let box = try #require(file.boxes.first?[TrackExtensionPropertiesBox.self])
    #expect(box.trackID == 7 && box.children.map(\.type) == ["free"])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func eventMessages() throws {
    let early = try decoded(
      EventMessageBox.self,
      "00000000 'urn:x'00 '7'00 00000001 00000002 00000003 00000004 AABB")
    let late = try decoded(
      EventMessageBox.self,
      "01000000 00000001 0000000000000002 00000003 00000004 'urn:x'00 '7'00 AABB")
    for box in [early, late] {
      #expect(box.schemeIDURI == "urn:x" && box.value == "7" && box.timescale == 1)
      #expect(box.presentationTime == 2 && box.eventDuration == 3 && box.id == 4)
      #expect(Array(box.messageData) == [0xAA, 0xBB])
    }
  }

  @Test func eventsInID3() throws {
    let box = try decoded(
      EventMessageBox.self,
      """
      01000000 00000001 0000000000000002 00000003 00000004 'https://aomedia.org/emsg/ID3'00 00
      'ID3' 0400 00 0000000C 'TXXX' 00000002 0000 03 'a'
      """)
    #expect(box.tag?.frames.map(\.id) == ["TXXX"] && box.messageData.isEmpty)
    #expect(EventMessageBox.schemes["urn:scte:scte35:2013:bin"] == "SCTE 35")
  }

  @Test func sampleInformation() throws {
    let sizes = try decoded(
      SampleAuxiliaryInformationSizesBox.self, "00000001 'cenc' 00000001 00 00000002 08 09")
    #expect(sizes.auxInfoType == "cenc" && sizes.auxInfoTypeParameter == 1)
    #expect(rows(sizes.sizes) == [[8], [9]])
    let offsets = try decoded(
      SampleAuxiliaryInformationOffsetsBox.self, "01000000 00000001 0000000100000002")
    #expect(rows(offsets.offsets) == [[0x1_0000_0002]])
    let parts = try decoded(
      SubSampleInformationBox.self, "01000000 00000001 00000002 0001 00000003 04 05 00000006")
    #expect(parts.entries.first?.sampleDelta == 2)
    #expect(parts.entries.first.map { rows($0.subsamples) } == [[3, 4, 5, 6]])
  }

  @Test func watermarks() throws {
    let box = try decoded(WatermarkPaceInfoBox.self, "01 02 8021 A0")
    #expect(box.version == 1 && box.variant == 2 && box.position == 33)
    #expect(!box.isFirstPart && box.isLastPart)
  }
}
