/// Streams of zlib (RFC 1950), as far as nothing has to be compressed for it.
package enum ZlibStream {
  /// A stream of bytes that are not compressed.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    let longest = 0xFFFF
    for start in stride(from: 0, to: max(1, bytes.count), by: longest) {
      let part = bytes[start..<min(start + longest, bytes.count)]
      stream.append(part.endIndex == bytes.count ? 1 : 0)
      for number in [part.count, ~part.count] {
        stream += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
      }
      stream += part
    }
    stream.append(UInt64(checksum(bytes)), size: 4, .big)
    return stream
  }

  /// Adler-32 (RFC 1950 §8.2).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var (sum, sumOfSums) = (UInt32(1), UInt32(0))
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sumOfSums = (sumOfSums + sum) % 65_521
    }
    return sumOfSums << 16 | sum
  }
}
