public import FieldCoding

/// The byte stream format of NAL units: a start code before each unit (ITU-T H.265 Annex B).
public enum AnnexB {
  /// The bytes before a unit.
  package static let startCode: [UInt8] = [0, 0, 0, 1]

  /// The NAL units in `bytes`, which are not copied. Zero bytes around them are skipped, and so is a start code
  /// without a unit.
  public static func nalUnits(in bytes: Bytes) throws(FieldError) -> [Bytes] {
    var units: [Bytes] = []
    var start: Int?
    var zeros = 0
    for (index, byte) in bytes.enumerated() {
      if byte == 0 {
        zeros += 1
        continue
      }
      if byte == 1, zeros >= 2 {
        if let start { append(bytes.part(start..<index - zeros), to: &units) }
        start = index + 1
      } else if start == nil {
        throw FieldError(
          .invalid("the byte \(byte) is before the first start code (ITU-T H.265 §B.2.1)"),
          offset: bytes.part(index..<index + 1)?.fileOffset ?? bytes.fileOffset)
      }
      zeros = 0
    }
    if let start { append(bytes.part(start..<bytes.count - zeros), to: &units) }
    return units
  }

  /// The NAL units, each after a start code of four bytes.
  public static func joined(_ nalUnits: [Bytes]) -> [UInt8] {
    nalUnits.reduce(into: []) { stream, unit in
      stream += startCode
      stream += unit
    }
  }

  /// The NAL units of length-prefixed data as a byte stream.
  public static func fromLengthPrefixed(
    _ data: Bytes, lengthSize: Int
  ) throws(FieldError) -> [UInt8] {
    joined(try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize))
  }

  private static func append(_ unit: Bytes?, to units: inout [Bytes]) {
    if let unit, !unit.isEmpty { units.append(unit) }
  }
}

/// The form of NAL units in files: a length field before each unit (ISO/IEC 14496-15 §4.3.3).
public enum LengthPrefixed {
  /// The NAL units in `bytes`, which are not copied.
  ///
  /// - Parameter lengthSize: the bytes of a length: 1, 2 or 4.
  public static func nalUnits(
    in bytes: Bytes, lengthSize: Int
  ) throws(FieldError) -> [Bytes] {
    try check(lengthSize, offset: bytes.fileOffset)
    var units: [Bytes] = []
    var reader = ByteReader(bytes)
    while reader.bitsLeft > 0 {
      let start = reader.offset
      do throws(FieldError) {
        let length = try reader.read(bits: lengthSize * 8)
        guard length > 0 else {
          throw FieldError(.invalid("a NAL unit has a length of 0"), offset: start)
        }
        units.append(try reader.read(bytes: Int(clamping: length)))
      } catch {
        throw error.nested(in: "NALUnit[\(units.count)]")
      }
    }
    return units
  }

  /// The NAL units, each after its length.
  public static func joined(
    _ nalUnits: [Bytes], lengthSize: Int
  ) throws(FieldError) -> [UInt8] {
    try check(lengthSize, offset: 0)
    var writer = ByteWriter()
    for (index, unit) in nalUnits.enumerated() {
      let length = UInt64(unit.count)
      guard length < 1 << UInt64(lengthSize * 8) else {
        throw FieldError(
          .doesNotFit(value: length, bits: lengthSize * 8), offset: unit.fileOffset,
          path: ["NALUnit[\(index)]"])
      }
      writer.write(length, bits: lengthSize * 8)
      writer.write(unit)
    }
    return writer.bytes
  }

  /// The NAL units of a byte stream, each after its length.
  public static func fromAnnexB(
    _ stream: Bytes, lengthSize: Int
  ) throws(FieldError) -> [UInt8] {
    try joined(AnnexB.nalUnits(in: stream), lengthSize: lengthSize)
  }

  /// "lengthSizeMinusOne [...] shall be one of 0, 1, or 3" (ISO/IEC 14496-15 §8.3.3.1.3).
  private static func check(_ lengthSize: Int, offset: Int) throws(FieldError) {
    guard [1, 2, 4].contains(lengthSize) else {
      throw FieldError(
        .invalid(
          "lengths of NAL units have \(lengthSize) bytes, but ISO/IEC 14496-15 §8.3.3.1.3 allows 1, 2 and 4"
        ),
        offset: offset)
    }
  }
}

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
