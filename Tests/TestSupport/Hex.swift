public import FieldCoding

/// Bytes from hexadecimal digits; white space, and the text after `//` on a line, is skipped.
public func hex(_ text: String) -> Bytes {
  let digits = text.split(separator: "\n").joinedWithoutComments.filter(\.isHexDigit)
  return Bytes(
    stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      let start = digits.index(digits.startIndex, offsetBy: index)
      return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
    })
}

/// Bytes from binary digits, in the same way; the last byte is filled with zeros.
public func bits(_ text: String) -> Bytes {
  let digits = Array(text.split(separator: "\n").joinedWithoutComments.filter { "01".contains($0) })
  return Bytes(
    stride(from: 0, to: digits.count, by: 8).map { start in
      (start..<start + 8).reduce(0) { $0 * 2 + ($1 < digits.count && digits[$1] == "1" ? 1 : 0) }
    })
}

extension [Substring] {
  fileprivate var joinedWithoutComments: String {
    map { line in
      guard let comment = line.firstRange(of: "//") else { return line }
      return line[..<comment.lowerBound]
    }.joined()
  }
}
