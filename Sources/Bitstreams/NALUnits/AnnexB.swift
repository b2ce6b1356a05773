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
