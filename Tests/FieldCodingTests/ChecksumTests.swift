import Testing

@testable import FieldCoding

/// Checksums against the values that catalogues of them state for the nine digits.
@Suite struct ChecksumTests {
  private static let digits = Array("123456789".utf8)

  /// CRC-16/UMTS.
  @Test func crc16() {
    #expect(Bytes(Self.digits).crc16 == 0xFEE8)
    #expect(Bytes(Self.digits + [0xFE, 0xE8]).crc16 == 0)
    #expect(Bytes(Self.digits + [0xFE, 0xE9]).crc16 != 0)
  }

  /// CRC-32/ISO-HDLC, in one piece and in two.
  @Test func crc32() {
    var checksum = CRC32()
    checksum.add(Self.digits[...])
    #expect(checksum.value == 0xCBF4_3926)
    var parts = CRC32()
    parts.add(Self.digits[..<4])
    parts.add(Self.digits[4...])
    #expect(parts.value == 0xCBF4_3926)
  }
}
