public import FieldCoding
public import NALUnits

/// The two bytes in front of every NAL unit (`nal_unit_header`, ITU-T H.266 §7.3.1.2).
public struct NALUnitHeader: NALUnitHeading {
  public var forbiddenZeroBit = false
  public var reservedBit = false
  public var layerID: UInt8 = 0
  public var type = NALUnitType.sequenceParameterSet
  /// Never 0 in an intact stream, so that a header never looks like a start code.
  public var temporalIDPlus1: UInt8 = 1

  public init() {}

  /// The header of a unit of this type, of the first layer and sub-layer.
  public init(_ type: NALUnitType) { self.type = type }

  /// The number of bytes that it takes.
  public var size: Int { 2 }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("forbidden_zero_bit", &forbiddenZeroBit)
    try f.flag("nuh_reserved_zero_bit", &reservedBit)
    try f.uint(6, "nuh_layer_id", &layerID)
    try f.uint(5, "nal_unit_type", &type.rawValue, as: .names(NALUnitType.names))
    try f.uint(3, "nuh_temporal_id_plus1", &temporalIDPlus1)
  }
}

/// The type of a NAL unit (`nal_unit_type`, ITU-T H.266 Table 5).
public struct NALUnitType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let operatingPointInformation = NALUnitType(rawValue: 12)
  public static let decodingCapabilityInformation = NALUnitType(rawValue: 13)
  public static let videoParameterSet = NALUnitType(rawValue: 14)
  public static let sequenceParameterSet = NALUnitType(rawValue: 15)
  public static let pictureParameterSet = NALUnitType(rawValue: 16)
  public static let prefixSEI = NALUnitType(rawValue: 23)
  public static let suffixSEI = NALUnitType(rawValue: 24)

  /// Whether it is a VCL NAL unit, which contains a part of a picture.
  public var isVideoCodingLayer: Bool { rawValue < 12 }
  /// Part of a picture at which decoding can start (§3, "intra random access point").
  public var isRandomAccessPoint: Bool { (7...9).contains(rawValue) }

  public static let names: ValueNames = [
    0: "TRAIL_NUT", 1: "STSA_NUT", 2: "RADL_NUT", 3: "RASL_NUT", 4: "RSV_VCL_4", 5: "RSV_VCL_5",
    6: "RSV_VCL_6", 7: "IDR_W_RADL", 8: "IDR_N_LP", 9: "CRA_NUT", 10: "GDR_NUT",
    11: "RSV_IRAP_11", 12: "OPI_NUT", 13: "DCI_NUT", 14: "VPS_NUT", 15: "SPS_NUT",
    16: "PPS_NUT", 17: "PREFIX_APS_NUT", 18: "SUFFIX_APS_NUT", 19: "PH_NUT", 20: "AUD_NUT",
    21: "EOS_NUT", 22: "EOB_NUT", 23: "PREFIX_SEI_NUT", 24: "SUFFIX_SEI_NUT", 25: "FD_NUT",
    26: "RSV_NVCL_26", 27: "RSV_NVCL_27", 28: "UNSPEC_28", 29: "UNSPEC_29", 30: "UNSPEC_30",
    31: "UNSPEC_31",
  ]
}

extension NALUnitType: CustomStringConvertible {
  public var description: String {
    NALUnitType.names[UInt64(rawValue)] ?? "NAL unit type \(rawValue)"
  }
}

/// A NAL unit with its syntax: the header, and an RBSP of fields.
///
/// ``FieldCodable/fields(_:)`` states the header and the RBSP, without emulation prevention bytes.
public protocol NALUnitContent: NALUnitSyntax where Header == NALUnitHeader {}

extension NALUnitHeader {
  /// The type of the NAL unit in `bytes`; nil if the header is incomplete.
  public static func type(of bytes: Bytes) -> NALUnitType? {
    (try? NALUnitHeader(decoding: bytes))?.type
  }

  /// Reports the fields of a stored NAL unit to `sink`, which also gets what cannot be read.
  public static func describe(
    nalUnit: Bytes, budget: DecodeBudget = DecodeBudget(), to sink: any FieldSink
  ) {
    FieldCoder(decoding: nalUnit, budget: budget, sink: sink).describe(nalUnit: nalUnit)
  }
}

extension FieldCoder {
  /// Reports the fields of a NAL unit, which was read as bytes, to the sink, if there is one. Errors are reported to
  /// the sink, and have no other effect.
  package func describe(nalUnit: Bytes) {
    describe(nalUnit: nalUnit, NALUnitHeader.self) { (type, f) throws(FieldError) in
      switch type {
      case .videoParameterSet: try VideoParameterSet.describe(&f)
      case .sequenceParameterSet: try SequenceParameterSet.describe(&f)
      case .pictureParameterSet: try PictureParameterSet.describe(&f)
      case .prefixSEI, .suffixSEI: try SupplementalEnhancementInformation.describe(&f)
      default: return false
      }
      return true
    }
  }
}

/// What helps to show pictures but is not needed to decode them (`sei_rbsp`, ITU-T H.266 §7.3.2.19).
public struct SupplementalEnhancementInformation: NALUnitContent {
  public static let name = "sei_rbsp"
  public static let types = [NALUnitType.prefixSEI, .suffixSEI]

  public var header = NALUnitHeader(.prefixSEI)
  public var messages: [SEIMessage] = []
  public var trailing = RBSPTrailing()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.messages(&messages, of: .commonSinceHEVC)
    try trailing.fields(&f)
  }
}
