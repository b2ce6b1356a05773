import FieldCoding
import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct SubTrackTests {
  @Test func subTracks() throws {
    let information = hexArray("00000000 FFFE 0002 00000003 'bitr' 'lang'")
    let definition = boxBytes("stsg", hexArray("00000000 'tele' 0002 00000004 00000005"))
    let bytes = boxBytes("strk", boxBytes("stri", information) + boxBytes("strd", definition))
    let file = BoxFile(Bytes(bytes))
    let track = try #require(file.boxes.first?[SubTrackBox.self])
    let first = try #require(track.children.first(SubTrackInformationBox.self))
    #expect(first.switchGroup == -2 && first.alternateGroup == 2 && first.subTrackID == 3)
    #expect(first.attributes == ["bitr", "lang"])
    let group = try #require(track.children.at("strd").first(SubTrackSampleGroupBox.self))
    #expect(group.groupingType == "tele" && group.groupDescriptionIndices == [4, 5])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
    #expect(try decoded(SubTrackInformationBox.self, "00000000 FFFE 0002 00000003") != first)
    // The same code is something else in stereo video.
    #expect(BoxRegistry.definition("stri")?.title == "StereoViewInformationBox")
  }

  @Test func stereoGroups() throws {
    let box = try decoded(StereoVideoGroupBox.self, "00000000 00000007 80000000")
    #expect(box.trackGroupID == 7 && box.isLeftView)
    let file = BoxFile(
      Bytes(boxBytes("trgr", boxBytes("ster", hexArray("00000000 00000007 00000000")))))
    #expect(file.boxes.at("trgr").first?[StereoVideoGroupBox.self]?.isLeftView == false)
  }

  @Test func levels() throws {
    let box = try decoded(
      LevelAssignmentBox.self,
      """
      00000000 04 00000001 80 'tele' 00000002 01 'tscl' 00000003 00000004 02
      00000005 04 00000006
      """)
    #expect(box.levels.map(\.trackID) == [1, 2, 4, 5])
    #expect(box.levels.map(\.assignmentType) == [0, 1, 2, 4])
    #expect(box.levels.map(\.hasPadding) == [true, false, false, false])
    #expect(box.levels[0].groupingType == "tele" && box.levels[1].groupingType == "tscl")
    #expect(box.levels[1].groupingTypeParameter == 3 && box.levels[3].subTrackID == 6)
  }

  @Test func alternativeStartup() throws {
    let one = try decoded(AlternativeStartupSequencePropertiesBox.self, "00000000 FFFFFFFD")
    #expect(one.minInitialAltStartupOffset == -3)
    let many = try decoded(
      AlternativeStartupSequencePropertiesBox.self, "01000000 00000001 00000002 FFFFFFFD")
    #expect(rows(many.entries) == [[2, -3]])
    let entry = try decoded(
      AlternativeStartupEntry.self, "0002 0001 00000003 00000004 0005 0006 0007 0008")
    #expect(entry.firstOutputSample == 1 && entry.sampleOffsets == [3, 4])
    #expect(rows(entry.rates) == [[5, 6], [7, 8]])
  }

  @Test func stereoSchemes() throws {
    let box = try decoded(
      StereoVideoBox.self, "00000000 00000002 00000001 00000004 00000003 00000008 'free'")
    #expect(box.singleViewAllowed == 2 && box.stereoScheme == 1)
    #expect(Array(box.stereoIndicationType) == [0, 0, 0, 3])
    #expect(box.children.map(\.type) == ["free"])
  }

  @Test func scaling() throws {
    let box = try decoded(SampleScaleBox.self, "00000000 01 03 FFFF 0002")
    #expect(box.isConstrained && box.scaleMethod == 3)
    #expect(box.displayCenterX == -1 && box.displayCenterY == 2)
  }

  @Test func volumetricEntries() throws {
    let name = "04 'abcd'" + String(repeating: "00", count: 27)
    let box = try decoded(
      VolumetricVisualSampleEntry.self, "000000000000 0001 \(name) 0000000C 'sinf' 00000000")
    #expect(box.compressorName.string == "abcd" && box.children.map(\.type) == ["sinf"])
  }
}
