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

  @Test func bytesKnowTheirPlaceInTheFile() throws {
    let file = hex("FF FF 4001 0000 03 01 000003 00 03 0000 03")
    let unit = try #require(file.part(2..<file.count))
    let plain = EmulationPrevention.removed(from: unit)
    #expect(Array(plain) == Array(hex("4001 0000 01 0000 00 03 0000")))
    let places = plain.indices.map { plain.part($0..<$0 + 1)?.fileOffset }
    #expect(places == [2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14])
    #expect(EmulationPrevention.inserted(into: plain) == Array(unit))
  }

  @Test func placesAreKeptThroughPieces() throws {
    let source = ByteSource(
      hex("4001 AA 0000 03 01 BB"),
      pieces: [.init(start: 0, fileOffset: 100), .init(start: 4, fileOffset: 200)])
    let plain = EmulationPrevention.removed(from: source.bytes)
    let places = plain.indices.map { plain.part($0..<$0 + 1)?.fileOffset }
    #expect(places == [100, 101, 102, 103, 200, 202, 203])
  }

  @Test func errorsNameTheByteOfTheFile() throws {
    // The PPS ends after a byte of emulation prevention: the missing bits are missed at its end.
    let file = hex("FF FF FF 44 01 00 00 03 00")
    let unit = try #require(file.part(3..<file.count))
    let error = #expect(throws: FieldError.self) { try PictureParameterSet(nalUnit: unit) }
    #expect(error?.path == ["pic_parameter_set_rbsp", "pps_pic_parameter_set_id"])
    #expect(error?.offset == 9)
  }

  @Test func insertion() {
    let unit = hex("4001 0000 00 0000 01 0000 04 00 02")
    #expect(
      EmulationPrevention.inserted(into: unit)
        == Array(hex("4001 0000 03 0000 03 00 01 0000 04 00 02")))
    // cabac_zero_words (§7.4.2)
    #expect(
      EmulationPrevention.inserted(into: hex("0201 80 0000 0000"))
        == Array(hex("0201 80 0000 03 0000 03")))
  }

  @Test(arguments: [1, 2, 4])
  func lengthPrefixed(lengthSize: Int) throws {
    let units = [hex("4001 0C"), hex("4201 0102"), hex("4401")]
    let joined = Bytes(try LengthPrefixed.joined(units, lengthSize: lengthSize))
    #expect(joined.count == 9 + 3 * lengthSize)
    let split = try LengthPrefixed.nalUnits(in: joined, lengthSize: lengthSize)
    #expect(split == units)
    #expect(split.map(\.fileOffset) == [lengthSize, 3 + 2 * lengthSize, 7 + 3 * lengthSize])
    let stream = Bytes(try AnnexB.fromLengthPrefixed(joined, lengthSize: lengthSize))
    #expect(try AnnexB.nalUnits(in: stream) == units)
    #expect(try LengthPrefixed.fromAnnexB(stream, lengthSize: lengthSize) == Array(joined))
    let boundaries = [0, 3 + lengthSize, 7 + 2 * lengthSize]
    for count in 0..<joined.count where !boundaries.contains(count) {
      let prefix = try #require(joined.part(0..<count))
      #expect(throws: FieldError.self) {
        try LengthPrefixed.nalUnits(in: prefix, lengthSize: lengthSize)
      }
    }
  }

  @Test func lengthsThatLie() throws {
    let error = #expect(throws: FieldError.self) {
      try LengthPrefixed.nalUnits(in: hex("00000002 4001 FFFFFFFF 42"), lengthSize: 4)
    }
    #expect(error?.offset == 10)
    #expect(error?.path == ["NALUnit[1]"])
    #expect(throws: FieldError.self) {
      try LengthPrefixed.nalUnits(in: hex("00000000"), lengthSize: 4)
    }
    #expect(throws: FieldError.self) {
      try LengthPrefixed.nalUnits(in: hex("000001 40"), lengthSize: 3)
    }
    #expect(throws: FieldError.self) {
      try LengthPrefixed.joined([Bytes([UInt8](repeating: 1, count: 256))], lengthSize: 1)
    }
  }

  @Test func annexB() throws {
    let stream = hex("00 00000001 4001 0C 00 000001 4201 00000001 00000001 4401 0000 03 0000")
    let units = try AnnexB.nalUnits(in: stream)
    #expect(units == [hex("4001 0C"), hex("4201"), hex("4401 0000 03")])
    #expect(units.map(\.fileOffset) == [5, 12, 22])
    #expect(try AnnexB.nalUnits(in: Bytes()) == [])
    let error = #expect(throws: FieldError.self) {
      try AnnexB.nalUnits(in: hex("00 00 02 000001 4001"))
    }
    #expect(error?.offset == 2)
  }
}
