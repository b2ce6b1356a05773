public import FieldCoding

/// The header of an open bitstream unit (`obu_header`, AV1 §5.3.2).
public struct OBUHeader: FieldCodable {
  public var forbiddenBit = false
  public var type = OBUType.sequenceHeader
  public var hasSize = true
  public var reservedBit = false
  public var layer: Layer?

  /// `obu_extension_header` (§5.3.3)
  public struct Layer: Equatable, Sendable {
    public var temporalID: UInt8 = 0
    public var spatialID: UInt8 = 0
    public var reserved: UInt8 = 0
    public init() {}
  }

  public init() {}

  /// The header of a unit of this type, without layers.
  public init(_ type: OBUType) { self.type = type }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("obu_forbidden_bit", &forbiddenBit)
    try f.uint(4, "obu_type", &type.rawValue, as: .names(OBUType.names))
    var hasLayer = layer != nil
    try f.flag("obu_extension_flag", &hasLayer)
    try f.flag("obu_has_size_field", &hasSize)
    try f.flag("obu_reserved_1bit", &reservedBit)
    guard hasLayer else {
      layer = nil
      return
    }
    var layer = layer ?? Layer()
    try f.uint(3, "temporal_id", &layer.temporalID)
    try f.uint(2, "spatial_id", &layer.spatialID)
    try f.uint(3, "extension_header_reserved_3bits", &layer.reserved)
    self.layer = layer
  }
}

/// What an open bitstream unit holds (`obu_type`, AV1 §6.2.2).
public struct OBUType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let sequenceHeader = OBUType(rawValue: 1)
  public static let temporalDelimiter = OBUType(rawValue: 2)
  public static let frameHeader = OBUType(rawValue: 3)
  public static let tileGroup = OBUType(rawValue: 4)
  public static let metadata = OBUType(rawValue: 5)
  public static let frame = OBUType(rawValue: 6)
  public static let redundantFrameHeader = OBUType(rawValue: 7)
  public static let tileList = OBUType(rawValue: 8)
  public static let padding = OBUType(rawValue: 15)

  public static let names: ValueNames = [
    1: "OBU_SEQUENCE_HEADER", 2: "OBU_TEMPORAL_DELIMITER", 3: "OBU_FRAME_HEADER",
    4: "OBU_TILE_GROUP", 5: "OBU_METADATA", 6: "OBU_FRAME", 7: "OBU_REDUNDANT_FRAME_HEADER",
    8: "OBU_TILE_LIST", 15: "OBU_PADDING",
  ]
}

extension OBUType: CustomStringConvertible {
  public var description: String { OBUType.names[UInt64(rawValue)] ?? "reserved (\(rawValue))" }
}
