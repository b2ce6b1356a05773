import HEIF
import ISOBMFF
import Testing

/// The source of a plan's colours: the container, or an SPS of x265.
@Suite struct PlanColourTests {
  /// Full range, primaries 9, transfer characteristics 16, matrix coefficients 9.
  private let sequence: [UInt8] = [
    0x42, 0x01, 0x01, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03,
    0x00, 0x1E, 0xA0, 0x20, 0x81, 0x05, 0x96, 0x56, 0x69, 0x24, 0xCA, 0xF0, 0x16, 0xE1, 0x22, 0x01,
    0x20, 0x80, 0x00, 0x00, 0x03, 0x00, 0x80, 0x00, 0x00, 0x0C, 0x84,
  ]

  /// A picture with the SPS in its configuration, or at the start of its data.
  private func plan(inConfiguration: Bool, _ more: [[UInt8]] = []) throws -> ImagePlan {
    var fixture = Fixture()
    fixture.items = [(1, inConfiguration ? "hvc1" : "hev1")]
    var hvcC = Property.hvcC
    if inConfiguration {
      // One array of one SPS.
      hvcC = box(
        "hvcC",
        hvcC.dropFirst(8).dropLast() + [1, 0xA1] + be16(1) + be16(sequence.count) + sequence)
    }
    fixture.properties = [Property.ispe(64, 64), hvcC] + more
    fixture.associations = [(1, Array(1...fixture.properties.count))]
    fixture.itemData = inConfiguration ? [0, 0, 0, 2, 0x26, 1] : be32(sequence.count) + sequence
    fixture.locations =
      [0x44, 0x00] + be16(1) + be16(1) + be16(1) + be16(0) + be16(1) + be32(0)
      + be32(fixture.itemData.count)
    return try #require(fixture.file()).plan(for: 1)
  }

  @Test(arguments: [true, false]) func theBitstreamIsAsked(inConfiguration: Bool) throws {
    let plan = try plan(inConfiguration: inConfiguration)
    #expect(plan.colour == nil)
    #expect(plan.sampleColour == plan.codedColour)
    #expect(plan.codedColour.isFullRange)
    #expect(plan.codedColour.colourPrimaries == 9)
    #expect(plan.codedColour.transferCharacteristics == 16)
    #expect(plan.codedColour.matrixCoefficients == 9)
  }

  /// ITU-T H.273 tables 2 and 3: 0, 3 and values above 18 or 22 are reserved.
  @Test func reservedCodesBecomeUnspecified() {
    var points = CodingIndependentCodePoints()
    let meanings = (0...24 as ClosedRange<UInt16>).map { code -> [UInt16] in
      points.colourPrimaries = code
      points.transferCharacteristics = code
      return [points.withMeaning.colourPrimaries, points.withMeaning.transferCharacteristics]
    }
    let primaries: Set<UInt16> = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22]
    for (code, meaning) in zip(UInt16(0)..., meanings) {
      #expect(meaning[0] == (primaries.contains(code) ? code : 2))
      #expect(meaning[1] == ([1, 2].contains(code) || (4...18).contains(code) ? code : 2))
    }
  }

  /// ITU-R BT.2100 table 5: the square root below a half, and the logarithm above. 0.75 is the
  /// reference white, of 0.265 (ITU-R BT.2408 table 1).
  @Test func lightOfHLG() {
    #expect(HybridLogGamma.sceneLight(0) == 0)
    #expect(abs(HybridLogGamma.sceneLight(0.25) - 1 / 48) < 1e-9)
    #expect(abs(HybridLogGamma.sceneLight(0.5) - 1 / 12) < 1e-9)
    #expect(abs(HybridLogGamma.sceneLight(0.75) - 0.265) < 1e-3)
    #expect(abs(HybridLogGamma.sceneLight(1) - 1) < 1e-6)
  }

  @Test func theContainerIsBelieved() throws {
    let nclx = box("colr", Array("nclx".utf8) + be16(12) + be16(13) + be16(6) + [0])
    let plan = try plan(inConfiguration: true, [nclx])
    #expect(plan.sampleColour == plan.colour)
    #expect(plan.sampleColour.matrixCoefficients == 6 && !plan.sampleColour.isFullRange)
    #expect(plan.codedColour.matrixCoefficients == 9)
  }
}
