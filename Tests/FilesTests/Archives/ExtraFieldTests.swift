import FieldCoding
import Testing

@testable import Files

/// Times of archives, in bytes that other programs wrote.
@Suite struct ExtraFieldTests {
  /// Info-ZIP's zip 3.0, of a file of 2024-06-15T18:42:07Z, in a directory.
  @Test func extendedTimestamp() throws {
    let bytes: [UInt8] = [0x03, 0x7F, 0xE0, 0x6D, 0x66]
    let read = try ExtendedTimestamp(decoding: Bytes(bytes))
    #expect(read.modified == 1_718_476_927_000_000_000)
    #expect(try read.encoded() == bytes)
    let written = try #require(ExtendedTimestamp(1_718_476_927_999_999_999))
    #expect(try written.encoded() == [0x01, 0x7F, 0xE0, 0x6D, 0x66])
    for count in 0..<5 {
      #expect(throws: FieldError.self) {
        try ExtendedTimestamp(decoding: Bytes(bytes.prefix(count)))
      }
    }
    // Only the time of the last access.
    #expect(throws: FieldError.self) {
      try ExtendedTimestamp(decoding: Bytes([0x02, 0x7F, 0xE0, 0x6D, 0x66]))
    }
  }

  @Test func timesBefore1970AndAfter2038() throws {
    #expect(try ExtendedTimestamp(-1)?.encoded() == [1, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(ExtendedTimestamp(-1)?.modified == -1_000_000_000)
    #expect(ExtendedTimestamp(2_147_483_647_999_999_999) != nil)
    #expect(ExtendedTimestamp(2_147_483_648_000_000_000) == nil)
    #expect(ExtendedTimestamp(.max) == nil && ExtendedTimestamp(.min) == nil)
  }

  @Test func timesOfNTFS() throws {
    // 2024-06-15T18:42:07.1234567Z, and two other times.
    let bytes: [UInt8] = [
      0, 0, 0, 0, 0x01, 0, 0x18, 0,
      0x07, 0x00, 0x34, 0xB9, 0x53, 0xBF, 0xDA, 0x01,
      0x08, 0x00, 0x34, 0xB9, 0x53, 0xBF, 0xDA, 0x01,
      0x09, 0x00, 0x34, 0xB9, 0x53, 0xBF, 0xDA, 0x01,
    ]
    let read = try NTFSTimes(decoding: Bytes(bytes))
    #expect(read.modified == 1_718_476_927_123_456_700)
    #expect(try read.encoded() == bytes)
    for count in 0..<bytes.count {
      #expect(throws: FieldError.self) { try NTFSTimes(decoding: Bytes(bytes.prefix(count))) }
    }
    for far in [[UInt8](repeating: 0, count: 8), [UInt8](repeating: 0xFF, count: 8)] {
      #expect(try NTFSTimes(decoding: Bytes(bytes[..<8] + far + bytes[16...])).modified == nil)
    }
  }
}
