/// A packet of a transport stream (`transport_packet`, ISO/IEC 13818-1 §2.4.3.2).
struct TransportPacket {
  static let byteCount = 188
  static let syncByte: UInt8 = 0x47
  /// The PID of padding packets.
  static let nullPID = 0x1FFF

  let pid: Int
  /// Whether a section or a PES packet starts in it.
  let startsUnit: Bool
  let isScrambled: Bool
  /// Whether decoding can start with the unit, according to the adaptation field.
  private(set) var isRandomAccess = false
  /// Whether counters and clocks may start at a new value.
  private(set) var isDiscontinuous = false
  let continuityCounter: UInt8
  /// Empty if the packet has only an adaptation field.
  let payload: ArraySlice<UInt8>

  /// Nil if `bytes` do not begin with the sync byte, or are too short.
  init?(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    guard bytes.count == TransportPacket.byteCount, bytes[start] == TransportPacket.syncByte else {
      return nil
    }
    pid = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
    startsUnit = bytes[start + 1] & 0x40 != 0
    isScrambled = bytes[start + 3] & 0xC0 != 0
    continuityCounter = bytes[start + 3] & 0x0F
    var payloadStart = start + 4
    if bytes[start + 3] & 0x20 != 0 {
      let length = Int(bytes[start + 4])
      payloadStart += 1 + length
      if length > 0 {
        isDiscontinuous = bytes[start + 5] & 0x80 != 0
        isRandomAccess = bytes[start + 5] & 0x40 != 0
      }
    }
    let hasPayload = bytes[start + 3] & 0x10 != 0
    payload = hasPayload && payloadStart < bytes.endIndex ? bytes[payloadStart...] : []
  }
}
