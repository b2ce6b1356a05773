extension [UInt8] {
  /// A number in decimal digits, which most of a dump is.
  package mutating func append(decimal value: UInt64) {
    guard value >= 10 else { return append(UInt8(ascii: "0") + UInt8(value)) }
    let start = count
    var left = value
    while left > 0 {
      let (quotient, digit) = left.quotientAndRemainder(dividingBy: 10)
      append(UInt8(ascii: "0") + UInt8(digit))
      left = quotient
    }
    var (low, high) = (start, count - 1)
    while low < high {
      swapAt(low, high)
      low += 1
      high -= 1
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
