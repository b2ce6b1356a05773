import FieldCoding
import Testing

@testable import Inspection

/// Texts of Exif, in the characters that they are in.
@Suite struct ExifTextTests {
  /// A little-endian structure of one entry with these bytes.
  private func value(_ tag: UInt16, _ type: UInt8, _ bytes: [UInt8]) -> String? {
    let count = UInt8(bytes.count)
    let tiff: [UInt8] =
      [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, UInt8(tag & 0xFF), UInt8(tag >> 8), type, 0, count]
      + [0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0] + bytes
    return NamedMetadata(Bytes(tiff)).tags.first?.value
  }

  private func comment(_ code: String, _ bytes: [UInt8]) -> String? {
    value(0x9286, 7, Array(code.utf8) + [UInt8](repeating: 0, count: 8 - code.utf8.count) + bytes)
  }

  private func utf16(_ text: String, isBig: Bool = false) -> [UInt8] {
    text.utf16.flatMap {
      let bytes = [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
      return isBig ? bytes.reversed() : bytes
    }
  }

  @Test func commentsAreOfThreeCodes() {
    #expect(comment("ASCII", Array("hello \0\0".utf8)) == "hello ")
    #expect(comment("", Array("hello".utf8)) == "hello")
    #expect(comment("UNICODE", utf16("Grüße 東京")) == "Grüße 東京")
    // The opposite byte order of the structure: letters of ASCII or a mark show it.
    #expect(comment("UNICODE", utf16("Grüße", isBig: true)) == "Grüße")
    #expect(comment("UNICODE", [0xFE, 0xFF] + utf16("東京", isBig: true)) == "東京")
    #expect(comment("UNICODE", utf16("東京")) == "東京")
    #expect(comment("Unknown", Array("text".utf8)) == "Unknowntext")
  }

  @Test func copyrightsAreOfTwo() {
    #expect(
      value(0x8298, 2, Array("A photographer \0An editor\0".utf8)) == "A photographer\nAn editor")
    #expect(value(0x8298, 2, Array(" \0An editor\0".utf8)) == "\nAn editor")
    #expect(value(0x8298, 2, Array("A photographer\0".utf8)) == "A photographer")
  }

  @Test func otherTexts() {
    #expect(value(0x010F, 2, Array("Canon   \0".utf8)) == "Canon")
    #expect(
      value(0x010E, 2, Array("Stra\u{DF}e\0".unicodeScalars.map { UInt8($0.value) })) == "Straße")
    #expect(value(0x9C9B, 1, utf16("Grüße\0")) == "Grüße")
    #expect(value(0x9000, 7, Array("0232\0".utf8)) == "0232")
  }
}
