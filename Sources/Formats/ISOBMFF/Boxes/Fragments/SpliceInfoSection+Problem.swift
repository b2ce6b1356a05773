extension SpliceInfoSection {
  /// The problem with a message, as a phrase that follows its name; nil if it can be read and its checksum is right.
  public static func problem(in bytes: Bytes) -> String? {
    do throws(FieldError) { _ = try SpliceInfoSection(decoding: bytes) } catch {
      return "is not an SCTE 35 message: \(error)"
    }
    // The length is in the last 12 bits of the first three bytes (SCTE 35 §9.6).
    let length = Int(bytes[1] & 0xF) << 8 | Int(bytes[2])
    guard let section = bytes.part(0..<3 + length) else { return "is truncated" }
    return checksum(section) == 0 ? nil : "has a wrong checksum: readers ignore it"
  }

  /// CRC-32 of ISO/IEC 13818-1 Annex A; it is 0 for bytes that end with their own checksum.
  private static func checksum(_ bytes: Bytes) -> UInt32 {
    bytes.reduce(UInt32.max) { value, byte in
      (0..<8).reduce(value ^ UInt32(byte) << 24) { value, _ in
        value >> 31 == 1 ? value << 1 ^ 0x04C1_1DB7 : value << 1
      }
    }
  }
}
