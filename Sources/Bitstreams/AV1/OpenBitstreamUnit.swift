public import FieldCoding

/// A part of an AV1 stream (`open_bitstream_unit`, AV1 §5.3.1).
public struct OpenBitstreamUnit: FieldCodable {
  public var header = OBUHeader()
  /// The number of bytes of the size, which may be larger than necessary.
  public var sizeByteCount = 0
  /// The bytes after the header and the size.
  public var payload = Bytes()

  public init() {}

  /// A unit of this type with these bytes, without layers.
  public init(_ type: OBUType, payload: Bytes) {
    header = OBUHeader(type)
    self.payload = payload
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("obu_header") { (f) throws(FieldError) in try header.fields(&f) }
    if header.hasSize {
      var size = UInt32(clamping: payload.count)
      try f.leb128("obu_size", &size, byteCount: &sizeByteCount)
      try f.bytes("payload", &payload, count: .exactly(Int(size)))
    } else {
      try f.bytes("payload", &payload, count: .toEnd)
    }
  }

  /// The stated length of the unit at the start of `bytes`; it may exceed them if the unit is truncated. Nil if it states
  /// none.
  public static func statedLength(of bytes: Bytes) -> Int? { start(of: bytes)?.byteCount }

  /// The header of the unit that `bytes` start with, the first byte of its payload, and how many bytes the unit has by
  /// the size that it states. Nil if it states none.
  package static func start(
    of bytes: Bytes
  ) -> (header: OBUHeader, payload: Int, byteCount: Int)? {
    var coder = FieldCoder(decoding: bytes)
    var header = OBUHeader()
    var (size, sizeByteCount) = (0 as UInt32, 0)
    do throws(FieldError) {
      try header.fields(&coder)
      guard header.hasSize else { return nil }
      try coder.leb128("obu_size", &size, byteCount: &sizeByteCount)
    } catch {
      return nil
    }
    let payload = (header.layer == nil ? 1 : 2) + sizeByteCount
    return (header, payload, payload + Int(size))
  }

  /// The units in `bytes`: those of a sample, of a file in the low-overhead format, or of a
  /// configuration record.
  public static func units(
    in bytes: Bytes, budget: DecodeBudget = DecodeBudget()
  ) throws(FieldError) -> [OpenBitstreamUnit] {
    var units: [OpenBitstreamUnit] = []
    var coder = FieldCoder(decoding: bytes, budget: budget)
    try coder.list("obu", &units, count: .toEnd)
    return units
  }
}

/// The payload of a unit with its syntax.
public protocol OBUContent: FieldCodable {
  /// The name in the standard: `sequence_header_obu`.
  static var name: String { get }
  /// The type of units that hold it (`obu_type`).
  static var type: OBUType { get }
}

extension OBUContent {
  /// Reads the payload of a unit.
  public init(_ unit: OpenBitstreamUnit, sink: (any FieldSink)? = nil) throws(FieldError) {
    guard unit.header.type == Self.type else {
      throw FieldError(
        .invalid("the unit is \(unit.header.type), but \(Self.type) is expected"),
        offset: unit.payload.fileOffset)
    }
    do throws(FieldError) {
      try self.init(decoding: unit.payload, sink: sink)
    } catch {
      throw error.nested(in: Self.name)
    }
  }

  /// A unit with this payload.
  public func unit() throws(FieldError) -> OpenBitstreamUnit {
    OpenBitstreamUnit(Self.type, payload: Bytes(try encoded()))
  }

  fileprivate static func describe(_ f: inout FieldCoder) throws(FieldError) {
    var content = Self()
    try f.within(name) { (f) throws(FieldError) in try content.fields(&f) }
  }
}

extension OpenBitstreamUnit {
  /// Reports the fields of the payload to `sink`, which also gets what cannot be read.
  ///
  /// - Parameter sequence: the sequence header; without it, frames are not described.
  public func describe(
    sequence: SequenceHeader?, budget: DecodeBudget = DecodeBudget(), to sink: any FieldSink
  ) {
    FieldCoder(decoding: payload, budget: budget, sink: sink).describe(self, sequence)
  }
}

extension FieldCoder {
  /// Describes the units in some bytes to the sink, if there is one. Errors are only passed to the sink.
  func describe(units bytes: Bytes) {
    guard let sink else { return }
    do throws(FieldError) {
      var coder = try inner(bytes)
      var units: [OpenBitstreamUnit] = []
      var sequence: SequenceHeader?
      try coder.list("obu", &units, count: .toEnd, of: OpenBitstreamUnit()) {
        (unit, f) throws(FieldError) in
        try unit.fields(&f)
        if unit.header.type == .sequenceHeader { sequence = try? SequenceHeader(unit) }
        f.describe(unit, sequence)
      }
    } catch {
      sink.damage(error)
    }
  }

  fileprivate func describe(_ unit: OpenBitstreamUnit, _ sequence: SequenceHeader?) {
    guard let sink else { return }
    do throws(FieldError) {
      var coder = try inner(unit.payload)
      switch unit.header.type {
      case .sequenceHeader: try SequenceHeader.describe(&coder)
      case .metadata: try Metadata.describe(&coder)
      case .frameHeader, .frame, .redundantFrameHeader:
        guard let sequence else { return }
        var header = FrameHeader(of: sequence)
        try coder.within(FrameHeader.name) { (f) throws(FieldError) in try header.fields(&f) }
      default: break
      }
    } catch {
      sink.damage(error)
    }
  }
}

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
