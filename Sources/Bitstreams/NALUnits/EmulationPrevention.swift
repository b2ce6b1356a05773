public import FieldCoding

/// The bytes of 3 that keep start codes out of NAL units (ITU-T H.265 §7.3.1.1, §7.4.2).
public enum EmulationPrevention {
  /// The header and the RBSP of a NAL unit: its bytes without emulation prevention bytes.
  ///
  /// The result still knows the offset of each of its bytes in the file. Nothing is copied if there are no
  /// such bytes.
  ///
  /// - Parameter headerSize: the number of bytes before the RBSP: 2, except for AVC.
  public static func removed(from nalUnit: Bytes, headerSize: Int = 2) -> Bytes {
    guard hasPreventionByte(nalUnit, headerSize) else { return nalUnit }
    var kept: [UInt8] = []
    kept.reserveCapacity(nalUnit.count)
    var pieces: [ByteSource.Piece] = []
    var zeros = 0
    var expected: Int?
    for index in nalUnit.indices {
      let byte = nalUnit[index]
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      let offset = nalUnit.source.fileOffset(of: nalUnit.range.lowerBound + index)
      if offset != expected { pieces.append(.init(start: kept.count, fileOffset: offset)) }
      expected = offset + 1
      kept.append(byte)
      zeros = byte == 0 && index >= headerSize ? zeros + 1 : 0
    }
    return ByteSource(kept, pieces: pieces).bytes
  }

  /// A NAL unit from its header and RBSP.
  public static func inserted(
    into unit: some Sequence<UInt8>, headerSize: Int = 2
  ) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for (index, byte) in unit.enumerated() {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      result.append(byte)
      zeros = byte == 0 && index >= headerSize ? zeros + 1 : 0
    }
    // "When the last byte of the RBSP data is equal to 0x00 [...], a final byte equal to 0x03 is
    // appended to the end of the data." That is for cabac_zero_words, which are two bytes; a single
    // zero byte is one that some writer left there.
    if zeros > 1 { result.append(3) }
    return result
  }

  private static func hasPreventionByte(_ nalUnit: Bytes, _ headerSize: Int) -> Bool {
    var zeros = 0
    for byte in nalUnit.dropFirst(headerSize) {
      if zeros >= 2, byte == 3 { return true }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return false
  }
}
