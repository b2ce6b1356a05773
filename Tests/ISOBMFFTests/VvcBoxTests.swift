import FieldCoding
import TestSupport
import Testing
import VVC

@testable import ISOBMFF

struct VvcBoxTests {
  /// ISO/IEC 14496-15 §11.2.4: a FullBox, whose record has no format here.
  @Test func configuration() throws {
    let bytes = hex("00 000002 FA 01 2F 0001 0002 0079")
    let box = try VvcConfigurationBox(decoding: bytes)
    #expect(box.header.flags == 2)
    #expect(box.record.lengthSize == 2 && box.record.nalUnits == [hex("0079")])
    #expect(try box.encoded() == Array(bytes))
    for count in 0..<bytes.count {
      let prefix = try #require(bytes.part(0..<count))
      #expect(throws: FieldError.self) { try VvcConfigurationBox(decoding: prefix) }
    }
  }

  @Test func framing() throws {
    let bytes = hex("00 000001 01")
    let box = try VvcNALUConfigBox(decoding: bytes)
    #expect(box.header.flags == 1 && box.lengthSizeMinusOne == 1)
    #expect(try box.encoded() == Array(bytes))
  }
}
