import FieldCoding
import Testing

@testable import ISOBMFF

/// The syntax is that of the MPEG group's reference decoder, and of the writer in its library for files.
@Suite struct DynamicRangeControlTests {
  @Test func basic() throws {
    let coefficients = try decoded(DRCCoefficientsBasicBox.self, "00000000 02D3")
    #expect(coefficients.location == 5 && coefficients.characteristic == 83)
    let instructions = try decoded(
      DRCInstructionsBasicBox.self, "00000000 108E2A 07 09 0104 01 1F 01 0897")
    let target = instructions.target
    #expect(target.setID == 33 && target.location == 3 && target.downmixID == 69)
    #expect(target.additionalDownmixIDs == [7, 9] && target.effect == 0x104)
    #expect(target.limiterPeakTarget == 31)
    #expect(target.upperLoudness == 34 && target.lowerLoudness == 23)
  }

  @Test func coefficients() throws {
    let box = try decoded(
      DRCCoefficientsUniDRCBox.self, "00000000 0D 03FF 42 1B 02A5 05 0B 0C 07 34")
    #expect(box.location == 6 && box.frameSize == 1023 && box.delayMode == 1)
    let first = try #require(box.gainSets.first)
    #expect(first.codingProfile == 1 && first.interpolationType == 1 && !first.usesFullFrame)
    #expect(first.timeAlignment == 1 && first.minimumTimeDelta == 677 && first.bandType == 1)
    #expect(first.bands.map(\.characteristic) == [11, 12] && first.crossovers == [7])
    #expect(box.gainSets.count == 2 && box.gainSets[1].codingProfile == 3)
    #expect(box.gainSets[1].usesFullFrame && box.gainSets[1].bands.isEmpty)
  }

  @Test func curvesAndFilters() throws {
    let box = try decoded(
      DRCCoefficientsUniDRCBox.self,
      """
      01000000 0C 07 01 00 44B3 01 01 01 03 81 05 83 01 09 16 0D
      4101 10 06 0B 05 0E 23 04 0010 0020
      """)
    let left = try #require(box.leftCharacteristics?.first)
    #expect(left.gain == 34 && left.ioRatio == 5 && left.exponent == 9 && left.flipsSign)
    let right = try #require(box.rightCharacteristics?.first)
    #expect(right.nodes.map(\.levelDelta) == [3, 5] && right.nodes.map(\.gain) == [0x81, 0x83])
    let filter = try #require(box.shapeFilters?.first)
    #expect(filter.lowCut?.cornerFrequencyIndex == 5 && filter.lowCut?.strengthIndex == 2)
    #expect(filter.highBoost?.cornerFrequencyIndex == 3 && filter.highBoost?.strengthIndex == 1)
    #expect(filter.lowBoost == nil && filter.highCut == nil)
    #expect(box.delayMode == 1 && box.gainSequenceCount == 4)
    let set = try #require(box.gainSets.first)
    #expect(set.bands.map(\.gainSequenceIndex) == [2, 3, 1])
    #expect(set.bands[0].characteristic == 5)
    #expect(set.bands[1].leftIndex == 2 && set.bands[1].rightIndex == 3)
    #expect(set.subBands == [16, 32])
  }

  @Test func instructions() throws {
    let old = try decoded(
      DRCInstructionsUniDRCBox.self, "00000000 108C08 0002 00 00 0A 03 010201 05 06 01 84 00")
    let only = try #require(old.instructions.first)
    #expect(only.target.setID == 33 && only.target.downmixID == 1 && only.dependsOnSet == 5)
    #expect(only.groupOfChannel == [1, 2, 1] && only.gainSetOfGroup == [5, 6])
    #expect(Array(only.modifierBytes) == [1, 0x84, 0])
    let new = try decoded(
      DRCInstructionsUniDRCBox.self,
      """
      01000000 02 84C5 0459 07 0001 00 00 85 02 0100 04 01 0F 05 06 A3 25 87
      0440 0400 00 00 01 01 02 01 0B
      """)
    #expect(new.instructions.count == 2)
    let first = new.instructions[0]
    #expect(first.target.setID == 33 && first.target.complexityLevel == 3)
    #expect(first.target.location == 2 && first.target.downmixID == 69)
    #expect(first.target.appliesToDownmix && first.target.additionalDownmixIDs == [7])
    #expect(first.requiresEqualizer && first.dependsOnSet == 2 && first.needsOtherSet)
    #expect(first.groupOfChannel == [1, 0] && first.gainSetOfGroup == [4])
    let band = try #require(first.modifiers.first?.bands.first)
    #expect(band.leftIndex == 5 && band.rightIndex == 6 && band.scaling == 0xA3)
    #expect(band.offset == 37 && first.modifiers.first?.shapeFilterIndex == 7)
    let second = new.instructions[1]
    #expect(second.target.downmixID == nil && second.target.effect == 0x400)
    #expect(second.gainSetOfGroup == [2] && second.duckings.map(\.scaling) == [11])
  }

  @Test func parametric() throws {
    let box = try decoded(
      DRCCoefficientsParametricDRCBox.self, "00000000 12 03FF 4AC2 39 5A 05 02 79 40")
    #expect(box.location == 4 && box.hasAnyFrameSize && !box.resets && box.frameSize == 1023)
    #expect(box.maximumDelay == 0x2B && box.gainSets.map(\.id) == [3, 4])
    #expect(box.gainSets[0].inputLoudness == 0x5A && box.gainSets[0].downmixID == 5)
    #expect(box.gainSets[0].weights.map(\.code) == [7, 9])
    let small = try decoded(DRCCoefficientsParametricDRCBox.self, "00000000 11 0A 00")
    #expect(!small.hasAnyFrameSize && small.resets && small.frameSize == 10)
  }

  @Test func parametricInstructions() throws {
    let box = try decoded(
      ParametricDRCInstructionsBox.self,
      """
      00000000 03 07 11 02
      08 01 03 30 14
      0C 00 17 05 00 0A 1F 0B 20 03 01 02 03 04 01 05 06 07
      """)
    #expect(box.instructions.map(\.id) == [1, 2, 3])
    #expect(box.instructions[0].lookAhead == 17 && box.instructions[0].presetID == 2)
    #expect(box.instructions[1].limiter.threshold == 0x30)
    #expect(box.instructions[1].limiter.release == 0x14)
    let curve = box.instructions[2].curve
    #expect(curve.weightingType == 2 && curve.integrationTime == 5 && curve.characteristic == nil)
    #expect(curve.nodes.map(\.level) == [10, 11] && curve.nodes.map(\.gain) == [31, 32])
    let smoothing = try #require(curve.smoothing)
    #expect(smoothing.slowAttack == 1 && smoothing.slowRelease == 2)
    #expect(smoothing.fastAttack == 3 && smoothing.fastRelease == 4)
    #expect(smoothing.attackThreshold == 5 && smoothing.releaseThreshold == 6)
    #expect(smoothing.holdOff == 7)
  }
}
