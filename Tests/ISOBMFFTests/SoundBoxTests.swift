import FieldCoding
import Testing

@testable import ISOBMFF

@Suite struct SoundBoxTests {
  @Test func loudness() throws {
    let box = try decoded(LoudnessBaseBox.self, "00000000 0085 FFE 7FF 12 01 01 8B 23")
    let one = try #require(box.loudness.first)
    #expect(box.loudness.count == 1 && one.downmixID == 2 && one.drcSetID == 5)
    #expect(one.samplePeakLevel == -2 && one.truePeakLevel == 0x7FF)
    #expect(one.measurementSystemForTP == 1 && one.reliabilityForTP == 2)
    let measured = try #require(one.measurements.first)
    #expect(measured.methodDefinition == 1 && measured.methodValue == 0x8B)
    #expect(measured.measurementSystem == 2 && measured.reliability == 3)
    let two = try decoded(
      LoudnessBaseBox.self, "01000000 02 03 0085 000 000 12 00 04 0085 000 000 12 00")
    #expect(two.loudness.map(\.eqSetID) == [3, 4])
    let group = try decoded(LoudnessBaseBox.self, "02000000 41 07 03 0085 000 000 12 00")
    #expect(group.loudnessInfoType == 1 && group.maeGroupID == 7 && group.loudness.count == 1)
    let preset = try decoded(LoudnessBaseBox.self, "02000000 C1 1F 03 0085 000 000 12 00")
    #expect(preset.loudnessInfoType == 3 && preset.maeGroupID == 31)
  }

  @Test func channels() throws {
    let angles = try decoded(ChannelLayout.self, "00000000 03 00 01 7E FFE2 0A 02 05")
    #expect(angles.streamStructure == 3 && angles.definedLayout == 0 && angles.objectCount == 5)
    #expect(angles.positions.map(\.speakerPosition) == [1, 126, 2])
    #expect(angles.positions[1].azimuth == -30 && angles.positions[1].elevation == 10)
    let known = try decoded(ChannelLayout.self, "00000000 01 06 0000000000000008")
    #expect(known.definedLayout == 6 && known.omittedChannelsMap == 8)
    let listed = try decoded(ChannelLayout.self, "01000000 11 06 00 02 01 02")
    #expect(listed.streamStructure == 1 && listed.formatOrdering == 1)
    #expect(listed.baseChannelCount == 6 && listed.positions.map(\.speakerPosition) == [1, 2])
    let all = try decoded(ChannelLayout.self, "01000000 11 06 06 04")
    #expect(all.channelOrderDefinition == 2 && all.omittedChannelsMap == nil)
    let some = try decoded(ChannelLayout.self, "01000000 11 06 06 05 0000000000000008")
    #expect(some.omittedChannelsMap == 8)
  }

  @Test func mixing() throws {
    let old = try decoded(DownMixInstructions.self, "00000000 02 02 85")
    #expect(Array(old.instructions) == [2, 2, 0x85])
    let new = try decoded(DownMixInstructions.self, "01000000 01 02 02 85")
    #expect(new.instructionsCount == 1 && Array(new.instructions) == [2, 2, 0x85])
  }
}
