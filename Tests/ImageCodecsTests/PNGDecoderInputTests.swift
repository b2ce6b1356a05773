import FieldCoding
import Testing

@testable import ImageCodecs

@Suite struct PNGDecoderInputTests {
  /// A picture of one grey sample with a text, as Python's zlib made its checksums.
  private static let file: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]
    + [0x3A, 0x7E, 0x9B, 0x55]
    + [0, 0, 0, 8] + Array("iTXt".utf8) + Array("a".utf8) + [0, 0, 0, 0, 0] + Array("bc".utf8)
    + [0x9E, 0xF4, 0xF3, 0xD7]
    + [0, 0, 0, 10] + Array("IDAT".utf8) + [
      0x78, 0x9C, 0x63, 0xF0, 0x05, 0x00, 0x00, 0x4F, 0x00, 0x4E,
    ]
    + [0x69, 0x8B, 0x01, 0x6C]
    + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]

  private func read(_ bytes: [UInt8]) throws -> PNGDecoderInput {
    try PNGDecoderInput(MemoryReader(bytes: bytes), byteCount: bytes.count)
  }

  @Test func readsWhatIsThere() throws {
    let png = try read(PNGDecoderInputTests.file)
    #expect(png.width == 1 && png.height == 1 && png.bitDepth == 8 && png.colourType == 0)
    #expect(png.text("a") == Array("bc".utf8))
    #expect(png.text("b") == nil && png["eXIf"] == nil)
    #expect(png["IEND"] == [])
  }

  /// Every changed byte and every end of the file is noticed.
  @Test func noticesEveryChange() {
    let file = PNGDecoderInputTests.file
    for index in file.indices {
      var changed = file
      changed[index] ^= 0x10
      #expect(throws: CodecError.self) { try read(changed) }
      #expect(throws: CodecError.self) { try read(Array(file[..<index])) }
    }
    #expect(throws: CodecError.self) { try read(file + [0]) }
  }

  /// The check value of the checksum's definition, and all lengths around eight bytes.
  @Test func checksums() {
    var checksum = CRC32()
    checksum.add(Array("123456789".utf8)[...])
    #expect(checksum.value == 0xCBF4_3926)
    for length in 0..<40 {
      let bytes = (0..<length).map { UInt8($0 * 7 & 0xFF) }
      var (whole, single) = (CRC32(), CRC32())
      whole.add(bytes[...])
      for index in bytes.indices { single.add(bytes[index...index]) }
      #expect(whole.value == single.value)
    }
  }
}
