public import FieldCoding

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
