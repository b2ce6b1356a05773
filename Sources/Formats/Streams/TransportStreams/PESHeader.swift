/// The header of a PES packet (ISO/IEC 13818-1 §2.4.3.6).
struct PESHeader {
  /// The time in ticks of 90 kHz. The packet states 33 bits of it.
  let presentationTime: Int64
  let decodeTime: Int64
  /// The size of the header in bytes.
  let count: Int

  /// Nil if it is not whole, or states no time.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 14, bytes.starts(with: [0, 0, 1]), bytes[6] & 0xC0 == 0x80,
      bytes[7] & 0x80 != 0
    else { return nil }
    func time(_ index: Int) -> Int64 {
      Int64(bytes[index] >> 1 & 7) << 30 | Int64(bytes[index + 1]) << 22
        | Int64(bytes[index + 2] >> 1) << 15 | Int64(bytes[index + 3]) << 7
        | Int64(bytes[index + 4] >> 1)
    }
    presentationTime = time(9)
    decodeTime = bytes[7] & 0x40 != 0 && bytes.count >= 19 ? time(14) : presentationTime
    count = 9 + Int(bytes[8])
  }
}

/// Unwraps times of 33 bits, which start again after 26 hours (ISO/IEC 13818-1 §2.4.3.7).
struct TransportClock {
  static let cycle: Int64 = 1 << 33
  private var last: Int64?

  /// The time with these lower bits that is nearest to the last one.
  mutating func time(_ stamp: Int64) -> Int64 {
    let time = last.map { $0 + TransportClock.distance(from: $0, to: stamp) } ?? stamp
    last = time
    return time
  }

  static func distance(from one: Int64, to other: Int64) -> Int64 {
    let distance = (other &- one) & (cycle - 1)
    return distance < cycle / 2 ? distance : distance - cycle
  }
}
