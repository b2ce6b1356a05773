/// The first two bytes of every NAL unit of an EVC stream (`nal_unit_header`, ISO/IEC 23094-1 §7.3.1.2).
public struct EVCNALUnitHeader: FieldCodable {
  public var forbiddenZeroBit = false
  /// `nal_unit_type`, plus 1.
  public var typePlus1: UInt8 = 1
  public var temporalID: UInt8 = 0
  public var reserved: UInt8 = 0
  public var hasExtension = false

  public init() {}

  /// The type; nil if the file states 0, which is invalid.
  public var type: UInt8? { typePlus1 > 0 ? typePlus1 - 1 : nil }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("forbidden_zero_bit", &forbiddenZeroBit)
    try f.uint(6, "nal_unit_type_plus1", &typePlus1)
    try f.uint(3, "nuh_temporal_id", &temporalID)
    try f.uint(5, "nuh_reserved_zero_5bits", &reserved)
    try f.flag("nuh_extension_flag", &hasExtension)
  }

  /// The values of `nal_unit_type` (ISO/IEC 23094-1 Table 4).
  public static let typeNames: ValueNames = [
    0: "NONIDR_NUT", 1: "IDR_NUT", 24: "SPS_NUT", 25: "PPS_NUT", 26: "APS_NUT", 27: "FD_NUT",
    28: "SEI_NUT",
  ]
}
