/// The bits of entropy-coded data, without the zero bytes behind FF (ISO/IEC 10918-1 §F.2.2.5). They end where a
/// marker is.
struct EntropyBits {
  private var bits: UInt64 = 0
  private(set) var count = 0

  /// Takes bytes until there are at least 32 bits, or no more.
  @inline(__always)
  mutating func fill(_ reader: inout DiskReader) {
    while count <= 56, let byte = reader.byte() {
      if byte == 0xFF {
        guard reader.byte(1) == 0 else { return }
        reader.position += 1
      }
      reader.position += 1
      bits |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }

  /// The next 16 bits; zeros behind the last.
  var next: UInt16 { UInt16(truncatingIfNeeded: bits >> 48) }

  /// Goes on by as many bits. False if there are fewer.
  @inline(__always)
  mutating func skip(_ length: Int) -> Bool {
    bits <<= UInt64(length)
    count -= length
    return count >= 0
  }

  mutating func removeAll() { self = EntropyBits() }
}
