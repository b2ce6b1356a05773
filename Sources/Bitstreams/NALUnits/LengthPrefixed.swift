public import FieldCoding

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
