import AVC

/// The parameter sets of a scalable stream.
public struct SVCConfigurationBox: BoxBody {
  public static let type: FourCC = "svcC"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var config = ScalableDecoderConfigurationRecord()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try config.fields(&f)
  }
}

/// The parameter sets of a stream of several views.
public struct MVCConfigurationBox: BoxBody {
  public static let type: FourCC = "mvcC"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var config = ScalableDecoderConfigurationRecord()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try config.fields(&f)
  }
}

/// The parameter sets of a stream of several views with depth.
public struct MVCDConfigurationBox: BoxContainer {
  public static let type: FourCC = "mvdC"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var config = ScalableDecoderConfigurationRecord()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try config.fields(&f)
    try f.boxes(&children)
  }
}

/// The parameter sets of a 3D-AVC stream.
public struct A3DConfigurationBox: BoxContainer {
  public static let type: FourCC = "a3dC"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var config = ScalableDecoderConfigurationRecord()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try config.fields(&f)
    try f.boxes(&children)
  }
}

/// `SVCDecoderConfigurationRecord`, `MVCDecoderConfigurationRecord` and `MVDDecoderConfigurationRecord`.
public struct ScalableDecoderConfigurationRecord: FieldCodable {
  public var configurationVersion: UInt8 = 1
  public var avcProfileIndication: UInt8 = 118
  public var profileCompatibility: UInt8 = 0
  public var avcLevelIndication: UInt8 = 0
  /// Whether all layers, or views, exist.
  public var completeRepresentation = false
  /// `explicit_au_track` of multiview streams; in scalable ones the bit is reserved and 1.
  public var explicitAuTrack = false
  public var lengthSizeMinusOne: UInt8 = 3
  /// NAL units: without lengths, with emulation prevention bytes.
  public var sequenceParameterSets: [Bytes] = []
  public var pictureParameterSets: [Bytes] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.uint(8, "AVCProfileIndication", &avcProfileIndication)
    try f.uint(8, "profile_compatibility", &profileCompatibility, as: .hex)
    try f.uint(8, "AVCLevelIndication", &avcLevelIndication)
    try f.flag("complete_representation", &completeRepresentation)
    try f.flag("explicit_au_track", &explicitAuTrack)
    try f.reserved(4, 0b1111)
    try f.uint(2, "lengthSizeMinusOne", &lengthSizeMinusOne)
    try f.reserved(1)
    try f.nalUnits(
      "sequenceParameterSet", &sequenceParameterSets,
      count: .bits(7, "numOfSequenceParameterSets"))
    try f.nalUnits(
      "pictureParameterSet", &pictureParameterSets, count: .bits(8, "numOfPictureParameterSets"),
      sequences: sequenceParameterSets)
  }
}
