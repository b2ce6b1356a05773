/// How to set up an AVC decoder, with the parameter sets.
public struct AVCConfigurationBox: BoxBody {
  public static let type: FourCC = "avcC"
  public static let specification = "ISO/IEC 14496-15 §5.3.3.1"

  public var configurationVersion: UInt8 = 1
  public var profileIndication: UInt8 = 0
  public var profileCompatibility: UInt8 = 0
  public var levelIndication: UInt8 = 0
  public var lengthSizeMinusOne: UInt8 = 3
  public var sequenceParameterSets: [Bytes] = []
  public var pictureParameterSets: [Bytes] = []
  /// Of the High profiles; many writers leave it out.
  public var highProfile: HighProfile?

  public struct HighProfile: FieldCodable {
    public var chromaFormat: UInt8 = 1
    public var bitDepthLumaMinus8: UInt8 = 0
    public var bitDepthChromaMinus8: UInt8 = 0
    public var sequenceParameterSetExtensions: [Bytes] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.reserved(6, 0b11_1111)
      try f.uint(2, "chroma_format", &chromaFormat)
      try f.reserved(5, 0b1_1111)
      try f.uint(3, "bit_depth_luma_minus8", &bitDepthLumaMinus8)
      try f.reserved(5, 0b1_1111)
      try f.uint(3, "bit_depth_chroma_minus8", &bitDepthChromaMinus8)
      try f.nalUnits(
        "sequenceParameterSetExt", &sequenceParameterSetExtensions,
        count: .bits(8, "numOfSequenceParameterSetExt"))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.uint(8, "AVCProfileIndication", &profileIndication)
    try f.uint(8, "profile_compatibility", &profileCompatibility, as: .hex)
    try f.uint(8, "AVCLevelIndication", &levelIndication)
    try f.reserved(6, 0b11_1111)
    try f.uint(2, "lengthSizeMinusOne", &lengthSizeMinusOne)
    try f.reserved(3, 0b111)
    try f.nalUnits(
      "sequenceParameterSet", &sequenceParameterSets,
      count: .bits(5, "numOfSequenceParameterSets"))
    try f.nalUnits(
      "pictureParameterSet", &pictureParameterSets, count: .bits(8, "numOfPictureParameterSets"))
    if f.isDecoding { highProfile = f.bitsLeft >= 32 ? HighProfile() : nil }
    try highProfile?.fields(&f)
  }
}

extension FieldCoder {
  fileprivate mutating func nalUnits(
    _ name: StaticString, _ units: inout [Bytes], count: Count
  ) throws(FieldError) {
    try list(name, &units, count: count, of: Bytes()) { (unit, f) throws(FieldError) in
      try f.bytes("nalUnit", &unit, count: .bits(16, "nalUnitLength"))
    }
  }
}
