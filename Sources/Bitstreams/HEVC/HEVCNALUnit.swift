public import FieldCoding
public import NALUnits

/// A NAL unit as it is stored (`nal_unit`, ITU-T H.265 §7.3.1.1): without a start code or a length.
public struct NALUnit: FieldCodable {
  public var header = NALUnitHeader()
  /// The bytes after the header, with emulation prevention bytes.
  public var payload = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("nal_unit_header") { (f) throws(FieldError) in try header.fields(&f) }
    try f.bytes("payload", &payload, count: .toEnd)
  }

  /// The type of the NAL unit in `bytes`; nil if the header is incomplete.
  public static func type(of bytes: Bytes) -> NALUnitType? {
    (try? NALUnitHeader(decoding: bytes))?.type
  }
}

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

/// The type of a NAL unit (`nal_unit_type`, ITU-T H.265 Table 7-1).
public struct NALUnitType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Broken link access, with leading pictures that may not be decodable.
  public static let brokenLinkWithLeading = NALUnitType(rawValue: 16)
  public static let cleanRandomAccess = NALUnitType(rawValue: 21)
  public static let videoParameterSet = NALUnitType(rawValue: 32)
  public static let sequenceParameterSet = NALUnitType(rawValue: 33)
  public static let pictureParameterSet = NALUnitType(rawValue: 34)
  public static let accessUnitDelimiter = NALUnitType(rawValue: 35)
  public static let endOfSequence = NALUnitType(rawValue: 36)
  public static let prefixSEI = NALUnitType(rawValue: 39)
  public static let suffixSEI = NALUnitType(rawValue: 40)

  /// Whether it is a VCL NAL unit, which contains a part of a picture.
  public var isVideoCodingLayer: Bool { rawValue < 32 }
  /// A slice segment of a kind that the standard defines (`slice_segment_layer_rbsp`).
  public var isSliceSegment: Bool { rawValue <= 9 || (16...21).contains(rawValue) }
  /// Part of a picture at which decoding can start (§3, "intra random access point").
  public var isRandomAccessPoint: Bool { (16...23).contains(rawValue) }
  /// Part of an instantaneous decoding refresh picture.
  public var isInstantaneousRefresh: Bool { rawValue == 19 || rawValue == 20 }

  /// The names of Table 7-1.
  public static let names: ValueNames = [
    0: "TRAIL_N", 1: "TRAIL_R", 2: "TSA_N", 3: "TSA_R", 4: "STSA_N", 5: "STSA_R",
    6: "RADL_N", 7: "RADL_R", 8: "RASL_N", 9: "RASL_R",
    10: "RSV_VCL_N10", 11: "RSV_VCL_R11", 12: "RSV_VCL_N12", 13: "RSV_VCL_R13",
    14: "RSV_VCL_N14", 15: "RSV_VCL_R15",
    16: "BLA_W_LP", 17: "BLA_W_RADL", 18: "BLA_N_LP", 19: "IDR_W_RADL", 20: "IDR_N_LP",
    21: "CRA_NUT", 22: "RSV_IRAP_VCL22", 23: "RSV_IRAP_VCL23",
    24: "RSV_VCL24", 25: "RSV_VCL25", 26: "RSV_VCL26", 27: "RSV_VCL27",
    28: "RSV_VCL28", 29: "RSV_VCL29", 30: "RSV_VCL30", 31: "RSV_VCL31",
    32: "VPS_NUT", 33: "SPS_NUT", 34: "PPS_NUT", 35: "AUD_NUT", 36: "EOS_NUT", 37: "EOB_NUT",
    38: "FD_NUT", 39: "PREFIX_SEI_NUT", 40: "SUFFIX_SEI_NUT",
    41: "RSV_NVCL41", 42: "RSV_NVCL42", 43: "RSV_NVCL43", 44: "RSV_NVCL44",
    45: "RSV_NVCL45", 46: "RSV_NVCL46", 47: "RSV_NVCL47",
  ]
}

extension NALUnitType: CustomStringConvertible {
  public var description: String {
    NALUnitType.names[UInt64(rawValue)] ?? "UNSPEC\(rawValue)"
  }
}

extension NALUnit {
  /// Reports the fields of a NAL unit to `sink`, which also gets what cannot be read.
  ///
  /// - Parameters:
  ///   - nalUnit: as it is stored: with emulation prevention bytes, without length.
  ///   - sets: the parameter sets of the stream; without them, fewer fields of slices and timing are known.
  public static func describe(
    _ nalUnit: Bytes, sets: ParameterSets = ParameterSets(), budget: DecodeBudget = DecodeBudget(),
    to sink: any FieldSink
  ) {
    let coder = FieldCoder(decoding: nalUnit, budget: budget, sink: sink)
    coder.describe(nalUnit: nalUnit, sets: sets)
  }
}

extension FieldCoder {
  /// Reports the fields of a NAL unit, which was read as bytes, to the sink, if there is one. Errors are reported to
  /// the sink, and have no other effect.
  func describe(nalUnit: Bytes, sets: ParameterSets = ParameterSets()) {
    describe(nalUnit: nalUnit, NALUnitHeader.self) { (type, f) throws(FieldError) in
      switch type {
      case .videoParameterSet: try VideoParameterSet.describe(&f)
      case .sequenceParameterSet: try SequenceParameterSet.describe(&f)
      case .pictureParameterSet: try PictureParameterSet.describe(&f)
      case .accessUnitDelimiter: try AccessUnitDelimiter.describe(&f)
      case .prefixSEI, .suffixSEI:
        var content = SupplementalEnhancementInformation()
        try f.within(SupplementalEnhancementInformation.name) { (f) throws(FieldError) in
          try content.fields(&f, sets: sets)
        }
      case _ where type.isSliceSegment:
        var content = SliceSegment()
        try f.within(SliceSegment.name) { (f) throws(FieldError) in
          try content.headerFields(&f, sets: sets)
        }
      default: return false
      }
      return true
    }
  }
}

/// The start of the NAL units of a picture (`access_unit_delimiter_rbsp`, ITU-T H.265 §7.3.2.5).
public struct AccessUnitDelimiter: NALUnitContent {
  public static let name = "access_unit_delimiter_rbsp"
  public static let types = [NALUnitType.accessUnitDelimiter]

  public var header = NALUnitHeader(.accessUnitDelimiter)
  /// Which slices the picture may have.
  public var pictureType: UInt8 = 2
  public var trailing = RBSPTrailing()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.uint(3, "pic_type", &pictureType, as: .names(AccessUnitDelimiter.pictureTypes))
    try trailing.fields(&f)
  }

  /// The names of the values (ITU-T H.265 Table 7-2).
  public static let pictureTypes: ValueNames = [0: "I", 1: "P, I", 2: "B, P, I"]
}

/// A NAL unit with its syntax: the header, and an RBSP of fields.
///
/// ``FieldCodable/fields(_:)`` states the header and the RBSP, without emulation prevention bytes.
public protocol NALUnitContent: NALUnitSyntax where Header == NALUnitHeader {}
