extension Bytes {
  /// The CRC-16 with the polynomial 0x8005, which is 0 for bytes that end with the one of what precedes it
  /// (RFC 9639 §9.3, ATSC A/52 §7.10.1).
  package var crc16: UInt16 { reduce(0) { $0 << 8 ^ crc16Table[Int($0 >> 8) ^ Int($1)] } }
}

private let crc16Table: [UInt16] = (0..<256).map { index in
  (0..<8).reduce(UInt16(index) << 8) { sum, _ in sum << 1 ^ (sum & 0x8000 == 0 ? 0 : 0x8005) }
}
