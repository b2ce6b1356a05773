import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct DescriptorTests {
  private func only(_ text: String) throws -> Descriptor {
    let box = try decoded(ElementaryStreamDescriptorBox.self, "00000000 \(text)")
    return try #require(box.descriptors.first)
  }

  /// The box `iods` of a real file, with the number of a track added.
  @Test func initialObject() throws {
    let descriptor = try only("10 8080800D 004F FFFE 29 0F FF 0E 04 00000003")
    guard case .object(let object) = descriptor.details else { throw NotFound() }
    #expect(object.id == 1 && !object.hasURL && !object.includesInlineProfileLevel)
    #expect(object.odProfileLevel == 0xFF && object.sceneProfileLevel == 0xFE)
    #expect(object.audioProfileLevel == 0x29 && object.visualProfileLevel == 0x0F)
    #expect(object.graphicsProfileLevel == 0xFF)
    guard case .number(let track) = descriptor.children.first?.details else { throw NotFound() }
    #expect(track.value == 3 && track.tag == 14)
  }

  @Test func objects() throws {
    let plain = try only("11 06 01DF 0F 02 0007")
    guard case .object(let object) = plain.details else { throw NotFound() }
    #expect(object.id == 7 && !object.isInitial && plain.children.count == 1)
    let remote = try only("01 08 00BF 05 'http:'")
    guard case .object(let elsewhere) = remote.details else { throw NotFound() }
    #expect(elsewhere.id == 2 && elsewhere.url.string == "http:")
  }

  @Test func synchronization() throws {
    let predefined = try only("06 01 02")
    #expect(predefined.details == .synchronization(SLConfig()))
    // Every flag but those of time stamps; their starts have 12 bits.
    let custom = try only(
      "06 1B 00 FB 000003E8 00015F90 0C 21 0E 0D 42A7 000007D0 0005 0006 ABCDEF")
    guard case .synchronization(let config) = custom.details, let fields = config.custom else {
      throw NotFound()
    }
    #expect(fields.usesAccessUnitStart && fields.usesAccessUnitEnd && fields.usesRandomAccessPoint)
    #expect(fields.hasRandomAccessUnitsOnly && fields.usesPadding && !fields.usesTimeStamps)
    #expect(fields.usesIdle && fields.hasDuration)
    #expect(fields.timeStampResolution == 1000 && fields.ocrResolution == 90000)
    #expect(fields.timeStampLength == 12 && fields.ocrLength == 33)
    #expect(fields.accessUnitLength == 14 && fields.instantBitrateLength == 13)
    #expect(fields.degradationPriorityLength == 4 && fields.accessUnitSequenceLength == 5)
    #expect(fields.packetSequenceLength == 9 && fields.reserved == 3)
    #expect(fields.timeScale == 2000 && fields.accessUnitDuration == 5)
    #expect(fields.compositionUnitDuration == 6)
    #expect(fields.startDecodingTimeStamp == 0xABC && fields.startCompositionTimeStamp == 0xDEF)
  }

  @Test func small() throws {
    func number(_ text: String) throws -> UInt32? {
      guard case .number(let number) = try only(text).details else { return nil }
      return number.value
    }
    #expect(try number("09 02 0102") == 0x102)
    #expect(try number("0F 02 0304") == 0x304)
    #expect(try number("14 01 05") == 5)
    #expect(try number("43 03 656E67") == 0x65_6E67)
    guard case .protectionPointer(let pointer) = try only("0A 05 FF 0102 0304").details else {
      throw NotFound()
    }
    #expect(pointer.extendedID == 0x102 && pointer.esID == 0x304)
    guard case .protectionPointer(let short) = try only("0A 01 07").details else {
      throw NotFound()
    }
    #expect(short.descriptorID == 7)
    guard case .quality(let quality) = try only("0C 03 00 AABB").details else { throw NotFound() }
    #expect(quality.predefined == 0 && quality.qualifiers.count == 2)
    guard case .registration(let owner) = try only("0D 06 'CUEI' 0102").details else {
      throw NotFound()
    }
    #expect(owner.formatIdentifier == "CUEI" && owner.additionalInfo.count == 2)
    guard case .profiles(let levels) = try only("13 07 01 020304050607").details else {
      throw NotFound()
    }
    #expect(levels.index == 1 && levels.levels == [2, 3, 4, 5, 6, 7])
  }

  /// Content that does not match its tag stays bytes.
  @Test(arguments: [
    "0E 03 010203", "0E 05 0102030405", "14 00", "7F 02 AABB", "06 05 00 FF 000000",
  ])
  func others(text: String) throws {
    let descriptor = try only(text)
    #expect(descriptor.details == nil && descriptor.data.count == hexArray(text).count - 2)
  }
}
