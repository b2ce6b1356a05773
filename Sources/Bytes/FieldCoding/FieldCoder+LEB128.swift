/// The syntax elements of AV1 that other codings do not have.
extension FieldCoder {
  /// `leb128()` (AV1 §4.10.5): seven bits per byte, the lowest first.
  ///
  /// - Parameter byteCount: the number of bytes; if it is too small for the value, more are written.
  package mutating func leb128(
    _ name: StaticString, _ value: inout UInt32, byteCount: inout Int,
    as format: FieldFormat = .decimal
  ) throws(FieldError) {
    let start = bitOffset
    if isDecoding {
      do throws(FieldError) {
        (value, byteCount) = try reader.readLEB128()
      } catch {
        throw error.nested(in: "\(name)")
      }
    } else {
      let needed = max(1, (UInt32.bitWidth - value.leadingZeroBitCount + 6) / 7)
      byteCount = min(8, max(needed, byteCount))
      var rest = UInt64(value)
      for index in 1...byteCount {
        writer.write((index < byteCount ? 128 : 0) + rest % 128, bits: 8)
        rest /= 128
      }
    }
    if sink != nil { record(name, .uint(UInt64(value), format), from: start) }
  }

  /// `uvlc()` (AV1 §4.10.3), which is `ue(v)` except for a value that no file has: 2^32 - 1 ends after 32 zeros.
  package mutating func uvlc(_ name: StaticString, _ value: inout UInt32) throws(FieldError) {
    try ue(name, &value)
  }
}

extension ByteReader {
  fileprivate mutating func readLEB128() throws(FieldError) -> (UInt32, Int) {
    let start = offset
    var value: UInt64 = 0
    for index in 0..<8 {
      let byte = try read(bits: 8)
      value |= (byte & 0x7F) << UInt64(index * 7)
      guard byte & 0x80 == 0 else { continue }
      guard let exact = UInt32(exactly: value) else {
        throw FieldError(.doesNotFit(value: value, bits: 32), offset: start)
      }
      return (exact, index + 1)
    }
    throw FieldError(.invalid("has more than 8 bytes (AV1 §4.10.5)"), offset: start)
  }
}
