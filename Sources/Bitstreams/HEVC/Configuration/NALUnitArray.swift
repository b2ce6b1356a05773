public import FieldCoding

/// NAL units of one type in a decoder configuration record (ISO/IEC 14496-15 §8.3.3.1.2).
public struct NALUnitArray: FieldCodable {
  /// Whether the array has all units of this type, so that samples contain no others.
  public var isComplete = true
  /// 0, but libheif writes 1.
  public var reserved: UInt8 = 0
  public var type = NALUnitType.videoParameterSet
  /// The NAL units, without lengths, with emulation prevention bytes.
  public var nalUnits: [Bytes] = []

  public init() {}

  /// An array of units of this type. `isComplete` says that samples have no more of them.
  public init(_ type: NALUnitType, _ nalUnits: [Bytes], isComplete: Bool = true) {
    self.type = type
    self.nalUnits = nalUnits
    self.isComplete = isComplete
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("array_completeness", &isComplete)
    try f.uint(1, "reserved", &reserved)
    try f.uint(6, "NAL_unit_type", &type.rawValue, as: .names(NALUnitType.names))
    try f.list("nalus", &nalUnits, count: .bits(16, "numNalus"), of: Bytes()) {
      (nalUnit, f) throws(FieldError) in
      try f.bytes("nalUnit", &nalUnit, count: .bits(16, "nalUnitLength"))
      f.describe(nalUnit: nalUnit)
    }
  }
}
