package import FieldCoding

/// Bytes as people read them.
package enum HexText {
  package static func byte(_ byte: UInt8) -> String {
    zeroPadded(String(byte, radix: 16), to: 2)
  }

  /// `00 1f ff`
  package static func spaced(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.append(spaced: bytes)
    return String(decoding: text, as: UTF8.self)
  }

  /// An offset in the file, in eight digits or more.
  package static func address(_ position: Int) -> String {
    zeroPadded(String(position, radix: 16), to: 8)
  }

  /// The bytes that are characters of ASCII, and a dot for each other one.
  package static func ascii(_ bytes: some Sequence<UInt8>) -> String {
    String(bytes.map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "." })
  }

  /// Lines of 16 bytes with their offsets in the file, and as ASCII.
  package static func dump(_ bytes: Bytes, limit: Int, _ line: (String) -> Void) {
    var start = 0
    let end = min(bytes.count, limit)
    while start < end {
      guard let row = bytes.part(start..<min(start + 16, end)) else { break }
      let hex = spaced(row)
      line(
        address(row.fileOffset) + "  " + hex + String(repeating: " ", count: 49 - hex.count)
          + ascii(row))
      start += 16
    }
    if bytes.count > end { line("… \(counted(bytes.count - end, "more byte"))") }
  }
}

extension [UInt8] {
  /// `00 1f ff`
  package mutating func append(spaced bytes: some Sequence<UInt8>) {
    var isFirst = true
    for byte in bytes {
      if !isFirst { append(UInt8(ascii: " ")) }
      append(hex: byte)
      isFirst = false
    }
  }
}

/// Bytes as text (RFC 4648 §4), with padding.
package enum Base64 {
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var group: [UInt8] = []
    func flush() {
      let number = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for digit in 0..<4 {
        text.append(
          digit <= group.count ? digits[number >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
      group.removeAll()
    }
    for byte in bytes {
      group.append(byte)
      if group.count == 3 { flush() }
    }
    if !group.isEmpty { flush() }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a text encodes, without its white space; nil if the text has other characters, or ends
  /// within a byte.
  package static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in text.utf8 where byte > 0x20 && byte != UInt8(ascii: "=") {
      guard let value = values[byte] else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return count < 6 ? bytes : nil
  }

  private static let values = Dictionary(uniqueKeysWithValues: zip(digits, UInt8(0)...UInt8(63)))
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}

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
