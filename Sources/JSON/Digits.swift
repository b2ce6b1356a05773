extension [UInt8] {
  /// A number in decimal digits, which most of a dump is.
  package mutating func append(decimal value: UInt64) {
    guard value >= 10 else { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
    // There are as many digits as it has; each then comes to its place, from the last.
    var count = 1
    var bound: UInt64 = 10
    while value >= bound {
      count += 1
      let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
      if overflow { break }
      bound = next
    }
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
    var left = value
    var index = self.count
    while left > 0 {
      index -= 1
      let (quotient, digit) = left.quotientAndRemainder(dividingBy: 10)
      self[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      left = quotient
    }
  }

  package mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }

  /// A number in lower-case hexadecimal digits, at least `width` of them.
  package mutating func append(hex value: UInt64, width: Int = 1) {
    let digits = Swift.max(1, width, (UInt64.bitWidth - value.leadingZeroBitCount + 3) / 4)
    for place in stride(from: digits - 1, through: 0, by: -1) {
      append(hexDigit: place < 16 ? UInt8(truncatingIfNeeded: value >> UInt64(4 * place)) & 15 : 0)
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
