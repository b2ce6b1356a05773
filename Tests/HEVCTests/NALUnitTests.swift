import FieldCoding
import HEVC
import Testing

struct NALUnitTests {
  @Test func headerFields() throws {
    let bytes = hex("A7 4D AB CD")  // 1, 010011 = 19, 101001 = 41, 101 = 5
    let unit = try NALUnit(decoding: bytes)
    #expect(unit.header.forbiddenZeroBit)
    #expect(unit.header.type.description == "IDR_W_RADL")
    #expect(unit.header.type.isRandomAccessPoint && unit.header.type.isVideoCodingLayer)
    #expect(unit.header.layerID == 41)
    #expect(unit.header.temporalIDPlus1 == 5)
    #expect(unit.payload == hex("AB CD"))
    #expect(try unit.encoded() == Array(bytes))
    #expect(NALUnitType(rawValue: 62).description == "UNSPEC62")
    #expect(NALUnit.type(of: hex("40")) == nil)
  }

  @Test func errorsNameTheByteOfTheFile() throws {
    // The PPS ends after a byte of emulation prevention: the missing bits are missed at its end.
    let file = hex("FF FF FF 44 01 00 00 03 00")
    let unit = try #require(file.part(3..<file.count))
    let error = #expect(throws: FieldError.self) { try PictureParameterSet(nalUnit: unit) }
    #expect(error?.path == ["pic_parameter_set_rbsp", "pps_pic_parameter_set_id"])
    #expect(error?.offset == 9)
  }
}
