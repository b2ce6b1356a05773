import FieldCoding
import NALUnits
import TestSupport
import Testing

/// The phrases of parameter sets, up to their last bit.
@Suite struct SyntaxTests {
  private struct Codes: FieldCodable {
    var unsigned: UInt32 = 0
    var signed: Int32 = 0
    var trailing = RBSPTrailing()

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.ue("unsigned", &unsigned)
      try f.se("signed", &signed)
      try trailing.fields(&f)
    }
  }

  private static let zeros = String(repeating: "0", count: 31)
  private static let ones = String(repeating: "1", count: 31)

  /// ITU-T H.265 Tables 9-2 and 9-3, and the ends of what `ue(v)` and `se(v)` can be: "the range of
  /// 0 to 2^32 - 2", and "-2^31 + 1 to 2^31 - 1" (§9.2).
  @Test(
    arguments: [
      ("1", 0, 0), ("010", 1, 1), ("011", 2, -1), ("00100", 3, 2), ("00101", 4, -2),
      ("00110", 5, 3), ("00111", 6, -3), ("0001000", 7, 4), ("0001001", 8, -4),
      ("0001010", 9, 5), ("000000011111111", 254, -127), ("00000000100000000", 255, 128),
      (zeros + "1" + String(repeating: "0", count: 31), 0x7FFF_FFFF, 0x4000_0000),
      (zeros + "1" + ones, 0xFFFF_FFFE, -0x7FFF_FFFF),
    ] as [(String, UInt32, Int32)])
  func expGolomb(code: String, unsigned: UInt32, signed: Int32) throws {
    let stream = bits(code + code + "1")
    let codes = try Codes(decoding: stream)
    #expect(codes.unsigned == unsigned && codes.signed == signed)
    #expect(codes.trailing == RBSPTrailing())
    #expect(try codes.encoded() == Array(stream))
  }

  /// Beyond the ends: 2^32 - 1 still fits into 32 bits, and -2^31 too; nothing else of that length does.
  @Test func codesOf32Zeros() throws {
    let zeros = Self.zeros + "0"
    let last = zeros + "1" + String(repeating: "0", count: 32)
    let codes = try Codes(decoding: bits(last + "1" + "1"))
    #expect(codes.unsigned == .max && codes.signed == 0)
    let small = try Codes(
      decoding: bits("1" + zeros + "1" + String(repeating: "0", count: 31) + "1" + "1"))
    #expect(small.signed == .min)
    let over = #expect(throws: FieldError.self) {
      try Codes(decoding: bits(zeros + "1" + String(repeating: "0", count: 31) + "1" + "1" + "1"))
    }
    #expect(over?.path == ["unsigned"])
    #expect(over?.reason == .doesNotFit(value: 1 << 32, bits: 32))
    let signed = #expect(throws: FieldError.self) { try Codes(decoding: bits("1" + last + "1")) }
    #expect(signed?.path == ["signed"])
    #expect(signed?.reason == .doesNotFit(value: 0xFFFF_FFFF, bits: 32))
    #expect(throws: FieldError.self) { try Codes(decoding: bits(zeros + "01" + zeros + "0")) }
  }

  /// If the bits end at any point, there is an error at the end, and nothing is read after it.
  @Test func codesThatAreCutOff() throws {
    let whole = bits("00100" + "0001001" + "0001")
    #expect(try Codes(decoding: whole).signed == -4)
    for count in 0..<whole.count {
      let error = #expect(throws: FieldError.self) {
        try Codes(decoding: #require(whole.part(0..<count)))
      }
      #expect((error?.offset ?? .max) <= count)
    }
    let zeros = Bytes([UInt8](repeating: 0, count: 3))
    #expect(throws: FieldError.self) { try Codes(decoding: zeros) }
  }

  // MARK: - The last bits

  @Test func bitsAtTheEnd() throws {
    var reader = ByteReader(hex("A5 C3"))
    #expect(try reader.read(bits: 0) == 0 && reader.bitsLeft == 16)
    #expect(try reader.read(bits: 3) == 0b101 && reader.read(bits: 12) == 0b0010_1110_0001)
    #expect(reader.bitsLeft == 1 && reader.offset == 1 && !reader.isAligned)
    let error = #expect(throws: FieldError.self) { try reader.read(bits: 2) }
    #expect(error?.reason == .truncated(neededBits: 2, availableBits: 1) && error?.offset == 1)
    // A failed read consumes nothing.
    #expect(try reader.read(bits: 1) == 1 && reader.bitsLeft == 0 && reader.isAligned)
    #expect(try reader.read(bits: 0) == 0)
    #expect(throws: FieldError.self) { try reader.read(bits: 1) }
    #expect(try reader.read(bytes: 0).isEmpty)
    #expect(throws: FieldError.self) { try reader.read(bytes: 1) }
  }

  @Test(arguments: [-1, 65]) func widthsThatAreNone(width: Int) {
    var reader = ByteReader(Bytes([UInt8](repeating: 0xFF, count: 16)))
    let error = #expect(throws: FieldError.self) { try reader.read(bits: width) }
    #expect(error?.reason == .unsupportedWidth(bits: width))
  }

  /// All 64 bits, from each bit of a byte: up to nine bytes are used, and the last one is the end of the data.
  @Test(arguments: 0..<8) func theWidestNumber(skipped: Int) throws {
    let value: UInt64 = 0x8123_4567_89AB_CDEF
    let digits = String(value, radix: 2)
    var reader = ByteReader(bits(String(repeating: "1", count: skipped) + digits))
    #expect(try reader.read(bits: skipped) == 1 << UInt64(skipped) - 1)
    #expect(try reader.read(bits: 64) == value)
    #expect(reader.bitsLeft == (8 - skipped) % 8)
  }

  /// `more_rbsp_data()` is true up to the last bit that is 1 (§7.2).
  @Test(
    arguments: [
      ("80", 0), ("C0", 1), ("01", 7), ("FF 80", 8), ("00 01", 15), ("A0 0000", 2), ("00", nil),
      ("", nil),
    ] as [(String, Int?)])
  func whereTheStopBitIs(rbsp: String, expected: Int?) {
    #expect(ByteReader(hex(rbsp)).bitsBeforeLastOne == expected)
  }

  private struct Rest: FieldCodable {
    var first: UInt8 = 0
    var trailing = RBSPTrailing()
    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(3, "first", &first)
      try trailing.fields(&f)
    }
  }

  /// Unknown bits before the stop bit are kept, and so are zero bytes after it.
  @Test(arguments: [
    ("B0", 0, 0), ("AC", 2, 0), ("B0 0000", 0, 2), ("A0 123456789ABCDEF180", 69, 0),
  ])
  func whatIsLeftIsKept(rbsp: String, unknown: Int, zeroBytes: Int) throws {
    let rest = try Rest(decoding: hex(rbsp))
    #expect(rest.first == 5)
    #expect(rest.trailing.unknown.count == unknown && rest.trailing.zeroBytes == zeroBytes)
    #expect(rest.trailing.unknown.words.count == (unknown + 63) / 64)
    #expect(try rest.encoded() == Array(hex(rbsp)))
  }

  @Test(arguments: ["A0", "A0 00", ""]) func withoutAStopBit(rbsp: String) {
    #expect(throws: FieldError.self) { try Rest(decoding: hex(rbsp)) }
  }
}
