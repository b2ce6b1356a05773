@_exported public import FieldCoding

/// The order of the bytes of every number of a TIFF structure (TIFF 6.0 §2).
public enum ByteOrder: Hashable, Sendable {
  /// "MM": the most significant byte first.
  case big
  /// "II": the least significant byte first.
  case little
}

extension Bytes {
  /// The unsigned integer of `size` bytes at `offset`; nil if it is not all there.
  func integer(at offset: Int, size: Int, _ order: ByteOrder) -> UInt64? {
    if order == .big, size < 8 { return number(at: offset, size: size).map { UInt64($0) } }
    guard offset >= 0, size <= count, offset <= count - size else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      let position = order == .big ? index : size - 1 - index
      value = value << 8 | UInt64(self[offset + position])
    }
    return value
  }

  /// `count` bytes from `offset`; nil if they are not all there.
  func slice(at offset: Int, count size: Int) -> Bytes? {
    guard offset >= 0, size >= 0, size <= count, offset <= count - size else { return nil }
    return part(offset..<offset + size)
  }

  /// Whether these bytes are at `offset`.
  func has(_ pattern: some Collection<UInt8>, at offset: Int = 0) -> Bool {
    slice(at: offset, count: pattern.count)?.elementsEqual(pattern) ?? false
  }

  /// The file offset of the byte at `offset`, which may be the end.
  func fileOffset(at offset: Int) -> Int {
    part(Swift.min(Swift.max(offset, 0), count)..<count)?.fileOffset ?? fileOffset
  }
}

extension [UInt8] {
  /// Appends the low `size` bytes of `value`.
  mutating func append(_ value: UInt64, size: Int, _ order: ByteOrder) {
    for index in 0..<size {
      let shift = (order == .big ? size - 1 - index : index) * 8
      append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Replaces the `size` bytes at `offset`, which the caller has checked.
  mutating func replace(_ value: UInt64, at offset: Int, size: Int, _ order: ByteOrder) {
    for index in 0..<size {
      let shift = (order == .big ? size - 1 - index : index) * 8
      self[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(shift))
    }
  }
}
