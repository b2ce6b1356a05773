public import FieldCoding

/// The two bytes in front of every NAL unit (`nal_unit_header`, ITU-T H.265 §7.3.1.2).
public struct NALUnitHeader: NALUnitHeading {
  public var forbiddenZeroBit = false
  public var type = NALUnitType.videoParameterSet
  /// 0 for the base layer; depth and a second view are other layers.
  public var layerID: UInt8 = 0
  /// Never 0 in an intact stream, so that a header never looks like a start code.
  public var temporalIDPlus1: UInt8 = 1

  /// The number of bytes that it takes.
  public var size: Int { 2 }

  public init() {}

  /// The header of a unit of this type, of the first layer and sub-layer.
  public init(_ type: NALUnitType) { self.type = type }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("forbidden_zero_bit", &forbiddenZeroBit)
    try f.uint(6, "nal_unit_type", &type.rawValue, as: .names(NALUnitType.names))
    try f.uint(6, "nuh_layer_id", &layerID)
    try f.uint(3, "nuh_temporal_id_plus1", &temporalIDPlus1)
  }
}
