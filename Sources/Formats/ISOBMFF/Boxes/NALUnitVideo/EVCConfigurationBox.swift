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
