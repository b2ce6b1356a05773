extension [UInt8] {
  /// A number in decimal digits.
  package mutating func append(decimal value: UInt64) {
    append(addingCapacity: 20) { $0.append(decimal: value) }
  }

  package mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }

  /// A number in lower-case hexadecimal digits, at least `width` of them.
  package mutating func append(hex value: UInt64, width: Int = 1) {
    let digits = Swift.max(1, width, (UInt64.bitWidth - value.leadingZeroBitCount + 3) / 4)
    for digit in stride(from: digits - 1, through: 0, by: -1) {
      append(hexDigit: digit < 16 ? UInt8(truncatingIfNeeded: value >> UInt64(4 * digit)) & 15 : 0)
    }
  }

  /// A byte in two hexadecimal digits.
  package mutating func append(hex byte: UInt8) {
    append(hexDigit: byte >> 4)
    append(hexDigit: byte & 15)
  }

  private mutating func append(hexDigit value: UInt8) {
    append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
  }
}

extension OutputSpan<UInt8> {
  /// A number in decimal digits; there has to be room for 20.
  mutating func append(decimal value: UInt64) {
    var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    var first = digits.count
    var left = value
    repeat {
      first -= 1
      let (quotient, digit) = left.quotientAndRemainder(dividingBy: 10)
      digits[first] += UInt8(truncatingIfNeeded: digit)
      left = quotient
    } while left > 0
    while first < digits.count {
      append(digits[first])
      first += 1
    }
  }
}
