import Testing
import Text

@Suite struct DigitTests {
  @Test(arguments: [0, 9, 10, 99, 100, 1_000_000, 12_345_678_901, UInt64.max / 10, UInt64.max])
  func decimalDigitsAreThoseOfSwift(_ number: UInt64) {
    var text: [UInt8] = []
    text.append(decimal: number)
    #expect(String(decoding: text, as: UTF8.self) == "\(number)")
  }

  @Test(arguments: [Int64.min, -10, -1, 0, 1, Int64.max])
  func numbersBelowZeroHaveASign(_ number: Int64) {
    var text: [UInt8] = []
    text.append(decimal: number)
    #expect(String(decoding: text, as: UTF8.self) == "\(number)")
  }

  /// A field of no bits has a digit too.
  @Test(arguments: [
    (0, 0, "0"), (0, 8, "00000000"), (0xA0, 2, "a0"), (0xA0, 0, "a0"), (0xBEEF, 6, "00beef"),
    (UInt64.max, 16, "ffffffffffffffff"),
  ])
  func hexadecimalDigitsFillTheField(_ number: UInt64, _ width: Int, _ expected: String) {
    var text: [UInt8] = []
    text.append(hex: number, width: width)
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }

  @Test func linesDifferInTheirNumbersAlone() {
    var line = NumberRowWriter("[")
    line.number(.index)
    line.text("] größte = ")
    line.number(.column(2, isSigned: false))
    line.number(.column(0, isSigned: true))
    line.number(.column(1, isSigned: true))
    line.text(";")
    var text: [UInt8] = []
    text.append(line, index: 0, row: [0, 1, 2])
    text.append(line, index: .max, row: [-1, .min, -1])
    #expect(
      String(decoding: text, as: UTF8.self)
        == "[0] größte = 201;[\(Int.max)] größte = \(UInt64.max)-1\(Int64.min);")
  }
}
