import FieldCoding
import Testing

@Suite struct NumberTextTests {
  @Test(arguments: [(7, 2, "07"), (7, 3, "007"), (59, 2, "59"), (120, 2, "120"), (0, 0, "0")])
  func zerosFillANumberUpToAWidth(number: Int, width: Int, text: String) {
    #expect(zeroPadded(number, to: width) == text)
  }

  @Test func eachByteHasTwoDigits() {
    #expect(hexadecimal([0x00, 0x0A, 0xFF]) == "000aff")
    #expect(hexadecimal([0x00, 0x0A, 0xFF], uppercase: true) == "000AFF")
  }
}

/// Four-character codes as text.
@Suite struct FourCCTests {
  /// Codes whose characters cannot be seen are numbers, which can be typed.
  @Test func codesThatCannotBeSeen() {
    for (text, code) in [
      ("iloc", 0x696C_6F63), ("©nam", 0xA96E_616D), ("0x00000049", 0x49),
      ("0x6d730055", 0x6D73_0055),
    ] as [(String, UInt32)] {
      #expect("\(FourCC(rawValue: code))" == text)
      #expect(FourCC(text)?.rawValue == code)
    }
    for text in ["0x0000zzzz", "0x0", "abc"] { #expect(FourCC(text) == nil) }
  }
}
