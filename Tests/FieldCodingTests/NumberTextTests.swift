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
