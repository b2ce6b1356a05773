/// The configuration of an EVC decoder, with the parameter sets.
public struct EVCConfigurationBox: BoxBody {
  public static let type: FourCC = "evcC"
  public static let specification = "ISO/IEC 14496-15 §12"

  public var configurationVersion: UInt8 = 1
  public var profileIDC: UInt8 = 0
  public var levelIDC: UInt8 = 0
  public var toolsetIDCH: UInt32 = 0
  public var toolsetIDCL: UInt32 = 0
  public var chromaFormatIDC: UInt8 = 0
  public var bitDepthLumaMinus8: UInt8 = 0
  public var bitDepthChromaMinus8: UInt8 = 0
  public var picWidthInLumaSamples: UInt16 = 0
  public var picHeightInLumaSamples: UInt16 = 0
  public var lengthSizeMinusOne: UInt8 = 3
  public var arrays: [EVCNALUnitArray] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.uint(8, "profile_idc", &profileIDC)
    try f.uint(8, "level_idc", &levelIDC)
    try f.uint(32, "toolset_idc_h", &toolsetIDCH, as: .hex)
    try f.uint(32, "toolset_idc_l", &toolsetIDCL, as: .hex)
    try f.uint(2, "chroma_format_idc", &chromaFormatIDC)
    try f.uint(3, "bit_depth_luma_minus8", &bitDepthLumaMinus8)
    try f.uint(3, "bit_depth_chroma_minus8", &bitDepthChromaMinus8)
    try f.uint(16, "pic_width_in_luma_samples", &picWidthInLumaSamples)
    try f.uint(16, "pic_height_in_luma_samples", &picHeightInLumaSamples)
    try f.reserved(6)
    try f.uint(2, "lengthSizeMinusOne", &lengthSizeMinusOne)
    try f.list("arrays", &arrays, count: .bits(8, "num_of_arrays"))
  }
}

/// The NAL units of one type.
public struct EVCNALUnitArray: FieldCodable {
  /// Whether samples have no NAL units of this type.
  public var arrayCompleteness = false
  public var nalUnitType: UInt8 = 0
  public var nalUnits: [EVCNALUnit] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("array_completeness", &arrayCompleteness)
    try f.reserved(1)
    try f.uint(6, "NAL_unit_type", &nalUnitType, as: .names(EVCNALUnitHeader.typeNames))
    try f.list("nalUnits", &nalUnits, count: .bits(16, "num_nalus"))
  }
}

/// A NAL unit.
public struct EVCNALUnit: FieldCodable {
  public var nalUnit = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("nalUnit", &nalUnit, count: .bits(16, "nalUnitLength"))
  }
}

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

/// The configuration of an LCEVC decoder, with the units for all pictures.
public struct LCEVCConfigurationBox: BoxBody {
  public static let type: FourCC = "lvcC"
  public static let specification = "ISO/IEC 14496-15"

  public var configurationVersion: UInt8 = 1
  public var profileIndication: UInt8 = 0
  public var levelIndication: UInt8 = 0
  public var chromaFormatIDC: UInt8 = 0
  public var bitDepthLumaMinus8: UInt8 = 0
  public var bitDepthChromaMinus8: UInt8 = 0
  public var lengthSizeMinusOne: UInt8 = 3
  public var picWidthInLumaSamples: UInt32 = 0
  public var picHeightInLumaSamples: UInt32 = 0
  /// Whether samples have sequence configurations.
  public var scInStream = false
  /// Whether samples have global configurations.
  public var gcInStream = false
  /// Whether samples have additional information.
  public var aiInStream = false
  public var arrays: [Array] = []

  /// The NAL units of one type.
  public struct Array: Equatable, Sendable {
    public var nalUnitType: UInt8 = 0
    public var nalUnits: [Bytes] = []
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.uint(8, "LCEVCProfileIndication", &profileIndication)
    try f.uint(8, "LCEVCLevelIndication", &levelIndication)
    try f.uint(2, "chroma_format_idc", &chromaFormatIDC)
    try f.uint(3, "bit_depth_luma_minus8", &bitDepthLumaMinus8)
    try f.uint(3, "bit_depth_chroma_minus8", &bitDepthChromaMinus8)
    try f.uint(2, "lengthSizeMinusOne", &lengthSizeMinusOne)
    try f.reserved(6, 0x3F)
    try f.uint(32, "pic_width_in_luma_samples", &picWidthInLumaSamples)
    try f.uint(32, "pic_height_in_luma_samples", &picHeightInLumaSamples)
    try f.flag("sc_in_stream", &scInStream)
    try f.flag("gc_in_stream", &gcInStream)
    try f.flag("ai_in_stream", &aiInStream)
    try f.reserved(5, 0x1F)
    try f.list("arrays", &arrays, count: .bits(8, "numOfArrays"), of: Array()) {
      (array, f) throws(FieldError) in
      try f.reserved(2)
      try f.uint(6, "NAL_unit_type", &array.nalUnitType)
      try f.list("nalUnits", &array.nalUnits, count: .bits(16, "numNalus"), of: Bytes()) {
        (unit, f) throws(FieldError) in
        try f.bytes("nalUnit", &unit, count: .bits(16, "nalUnitLength"))
      }
    }
  }
}
