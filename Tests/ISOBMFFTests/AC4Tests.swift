import Testing

@testable import ISOBMFF

/// The presentations of AC-4 (ETSI TS 103 190-2 Annex E).
@Suite struct AC4Tests {
  @Test func presentations() throws {
    let box = try decoded(
      AC4SpecificBox.self,
      """
      20 BA 04 89 1A 40 40 80 C1 01 41 81 C2 02 42 82 C3 03 43 83 C4 10 00 3E 80 0F FF FF FF F0
      01 32 FB C5 88 AA D9 80 00 31 FB 02 AB CD A0 4D 20 00 18 C0 00 00 07 21 32 B7 60 82 01 0C 04
            C0 00 BB 80 00 00 00 01 30 00 03 61 62 63 15 81 48 40 C3 2C EE
      02 0E 28 00 00 01 10 08 4E 7A 45 10 0E CA 20 00
      01 04 30 12 80 C0
      03 02 AA BB
      """)
    #expect(box.dsiVersion == 1 && box.bitstreamVersion == 2 && box.samplingFrequencyIndex == 1)
    #expect(box.frameRateIndex == 13 && box.presentationCount == 4)
    #expect(box.program?.shortID == 0x1234 && box.program?.uuid == Array(1...16))
    #expect(box.bitRate.mode == 1 && box.bitRate.bitRate == 256_000)
    #expect(box.bitRate.precision == .max)
    #expect(box.presentations.map(\.version) == [1, 2, 1, 3])
    #expect(Array(box.presentations[3].data) == [0xAA, 0xBB])
    #expect(box.presentations[3].details == nil)

    let metadata = try #require(box.presentations[2].details)
    #expect(metadata.configuration == 6 && metadata.addedMetadata.map(\.version) == [5])
    #expect(metadata.addedMetadata.map(\.keyID) == [6] && metadata.indicators == nil)
  }

  @Test func channels() throws {
    let details = try decoded(
      AC4Presentation.self,
      """
      01 32 FB C5 88 AA D9 80 00 31 FB 02 AB CD A0 4D 20 00 18 C0 00 00 07 21 32 B7 60 82 01 0C 04
            C0 00 BB 80 00 00 00 01 30 00 03 61 62 63 15 81 48 40 C3 2C EE
      """
    ).details
    let presentation = try #require(details)
    let main = presentation.main
    #expect(presentation.configuration == 31 && main.compatibility == 3)
    #expect(main.presentationID == 17 && main.frameRateMultiply == 1 && main.frameRateFraction == 2)
    #expect(main.emdfVersion == 4 && main.keyID == 0x155)
    #expect(main.channels?.mode == 12 && main.channels?.hasFourBackChannels == true)
    #expect(main.channels?.topChannelPairs == 2 && main.channels?.mask == 0xC7)
    #expect(main.core?.channelMode == 2)
    #expect(main.filter?.isEnabled == true && main.filter?.data == [0xAB, 0xCD])
    let group = try #require(main.groups.first)
    #expect(main.groups.count == 1 && group.hasSubstreams && group.isChannelCoded)
    #expect(!group.hasHighFrequencyExtension)
    #expect(group.substreams.map(\.samplingFrequencyMultiplier) == [1, 0])
    #expect(group.substreams.map(\.bitRateIndicator) == [9, nil])
    #expect(group.substreams.map(\.channelMask) == [0xC6, 1])
    #expect(group.content?.classifier == 4 && group.content?.languageTag == Array("en".utf8))
    #expect(main.isPreVirtualized && presentation.addedMetadata.map(\.version) == [1, 3])
    #expect(presentation.addedMetadata.map(\.keyID) == [2, 4])
    #expect(presentation.bitRate?.mode == 2 && presentation.bitRate?.bitRate == 384_000)
    #expect(presentation.bitRate?.precision == 9)
    #expect(presentation.alternative?.name.string == "abc")
    #expect(presentation.alternative?.targets.map(\.compatibility) == [5, 2])
    #expect(presentation.alternative?.targets.map(\.deviceCategory) == [0x81, 0x42])
    #expect(presentation.indicators?.hasDialogueEnhancement == true)
    #expect(presentation.indicators?.isImmersive == true)
    #expect(presentation.indicators?.extendedID == 300)
    #expect(Array(presentation.skipArea) == [0xEE])
  }

  @Test func objects() throws {
    let details = try decoded(
      AC4Presentation.self, "02 0E 28 00 00 01 10 08 4E 7A 45 10 0E CA 20 00"
    ).details
    let presentation = try #require(details)
    #expect(presentation.configuration == 5 && presentation.main.isMultiPID)
    #expect(presentation.main.channels == nil && presentation.main.groups.count == 2)
    #expect(presentation.indicators == nil && presentation.bitRate == nil)
    let first = presentation.main.groups[0].substreams.map(\.objects)
    #expect(
      presentation.main.groups[0].hasSubstreams && !presentation.main.groups[0].isChannelCoded)
    #expect(first.map(\.isJointlyCoded) == [true, false])
    #expect(first.map(\.downmixObjectsMinus1) == [7, 0])
    #expect(first.map(\.upmixObjectsMinus1) == [15, 0])
    #expect(first.map(\.hasBedObjects) == [false, true])
    #expect(first.map(\.hasDynamicObjects) == [true, false])
    #expect(first.map(\.hasISFObjects) == [false, true])
    let second = presentation.main.groups[1]
    #expect(!second.hasSubstreams && second.hasHighFrequencyExtension)
    #expect(second.substreams.map(\.samplingFrequencyMultiplier) == [3])
    #expect(second.substreams[0].objects.isStaticDownmix)
    #expect(second.substreams[0].objects.upmixObjectsMinus1 == 10)
  }

  /// 256 bytes: the size takes three.
  @Test func longPresentations() throws {
    let bytes = "09 FF 0001 " + String(repeating: "5A", count: 256)
    #expect(try decoded(AC4Presentation.self, bytes).data.count == 256)
    let short = try decoded(AC4SpecificBox.self, "00 BA 01 AABB")
    #expect(short.dsiVersion == 0 && short.presentationCount == 1 && short.data.count == 2)
  }
}
