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
