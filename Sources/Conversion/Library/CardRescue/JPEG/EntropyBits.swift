/// The bits of entropy-coded data, without the zero bytes after FF (ISO/IEC 10918-1 §F.2.2.5). They end at a
/// marker.
struct EntropyBits {
  private var bits: UInt64 = 0
  private(set) var count = 0

  /// Reads bytes until there are more than 56 bits, or no more bytes.
  @inline(__always)
  mutating func fill(_ reader: inout DiskReader) { reader.feed(&bits, &count) }

  /// The next 16 bits; zeros after the last one.
  var next: UInt16 { UInt16(truncatingIfNeeded: bits >> 48) }

  /// The number that some bits state after a code (ISO/IEC 10918-1 §F.2.2.1).
  ///
  /// - Parameters:
  ///   - length: the length of the code.
  ///   - size: the number of bits, at most 15.
  @inline(__always)
  func number(after length: Int, size: Int) -> Int32 {
    guard size > 0 else { return 0 }
    let value = Int32(truncatingIfNeeded: (bits << UInt64(length)) >> UInt64(64 - size))
    return value >= 1 << Int32(size - 1) ? value : value - (1 << Int32(size)) + 1
  }

  /// Skips this number of bits. False if there are fewer.
  @inline(__always)
  mutating func skip(_ length: Int) -> Bool {
    bits <<= UInt64(length)
    count -= length
    return count >= 0
  }

  mutating func removeAll() { self = EntropyBits() }
}
