public import FieldCoding

/// Bytes from hexadecimal digits, and from text in quotes; white space is skipped, and a comment
/// from `//` on, which is at the start of a line or after a space.
public func hex(_ text: String) -> Bytes { Bytes(hexArray(text)) }

/// The same as an array.
public func hexArray(_ text: String) -> [UInt8] {
  let parts = text.split(separator: "\n").joinedWithoutComments
    .split(separator: "'", omittingEmptySubsequences: false)
  return parts.enumerated().flatMap { index, part in
    if index % 2 == 1 { return part.unicodeScalars.map { UInt8($0.value) } }
    let digits = part.compactMap { $0.hexDigitValue.map { UInt8($0) } }
    precondition(digits.count % 2 == 0, "half a byte: \(part)")
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
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
      let comment = line.hasPrefix("//") ? line.startIndex : line.firstRange(of: " //")?.lowerBound
      return line[..<(comment ?? line.endIndex)]
    }.joined()
  }
}
