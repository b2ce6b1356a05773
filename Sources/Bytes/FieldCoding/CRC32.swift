/// The checksum of PNG (PNG specification, annex D), eight bytes at a time.
package struct CRC32 {
  private var state: UInt32 = .max

  package init() {}

  /// The contribution of a byte that is followed by zeros, by their number.
  private static let tables: [[UInt32]] = {
    let first = (0..<256).map { number -> UInt32 in
      var value = UInt32(number)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      return value
    }
    var tables = [first]
    for _ in 1..<8 {
      let last = tables[tables.count - 1]
      tables.append(last.map { value -> UInt32 in first[Int(value & 0xFF)] ^ (value >> 8) })
    }
    return tables
  }()

  package var value: UInt32 { ~state }

  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    let tables = CRC32.tables
    let (t0, t1, t2, t3) = (tables[0], tables[1], tables[2], tables[3])
    let (t4, t5, t6, t7) = (tables[4], tables[5], tables[6], tables[7])
    var crc = state
    // All offsets are within the bytes: eight starting at `offset`, which is checked, or one.
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        let low = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let high = unsafe bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        let a = crc ^ UInt32(littleEndian: low)
        let b = UInt32(littleEndian: high)
        let first = t7[Int(a & 0xFF)] ^ t6[Int(a >> 8 & 0xFF)]
        let second = t5[Int(a >> 16 & 0xFF)] ^ t4[Int(a >> 24)]
        let third = t3[Int(b & 0xFF)] ^ t2[Int(b >> 8 & 0xFF)]
        let fourth = t1[Int(b >> 16 & 0xFF)] ^ t0[Int(b >> 24)]
        crc = (first ^ second) ^ (third ^ fourth)
        offset += 8
      }
      while offset < bytes.count {
        let index = unsafe (crc ^ UInt32(bytes[offset])) & 0xFF
        crc = t0[Int(index)] ^ crc >> 8
        offset += 1
      }
    }
    state = crc
  }
}
