import AVC

/// The methods by which `priority_id` was assigned.
public struct SVCPriorityAssignmentBox: BoxBody {
  public static let type: FourCC = "svcP"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var priorityAssignmentURI: [PriorityAssignmentURI] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("PriorityAssignmentURI", &priorityAssignmentURI, count: .bits(8, "method_count"))
  }
}

/// The name of a method.
public struct PriorityAssignmentURI: FieldCodable {
  public var uri: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("URI", &uri)
  }
}

/// The SEI NAL unit that lists the layers.
public struct ScalabilityInformationSEIBox: BoxBody {
  public static let type: FourCC = "seib"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var scalinfosei = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("scalinfosei", &scalinfosei, count: .toEnd)
    f.describe(nalUnit: scalinfosei, sets: ParameterSets())
  }
}

/// The rate of each priority layer.
public struct SVCPriorityLayerInfoBox: BoxBody {
  public static let type: FourCC = "qlif"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var layers: [PriorityLayer] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("layers", &layers, count: .bits(8, "pr_layer_num"))
  }
}

/// A priority layer.
public struct PriorityLayer: FieldCodable {
  public var prLayer: UInt8 = 0
  public var profileLevelIDC: UInt32 = 0
  public var maxBitrate: UInt32 = 0
  public var avgBitrate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "pr_layer", &prLayer)
    try f.uint(24, "profile_level_idc", &profileLevelIDC, as: .hex)
    try f.uint(32, "max_bitrate", &maxBitrate)
    try f.uint(32, "avg_bitrate", &avgBitrate)
  }
}

/// How the statements of scalability metadata are written.
public struct SVCMetadataSampleConfigBox: BoxBody {
  public static let type: FourCC = "svmC"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var header = FullBoxHeader()
  public var sampleStatementType: UInt8 = 0
  public var defaultStatementType: UInt8 = 0
  public var defaultStatementLength: UInt8 = 0
  public var entries: [StatementType] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "sample_statement_type", &sampleStatementType)
    try f.uint(8, "default_statement_type", &defaultStatementType)
    try f.uint(8, "default_statement_length", &defaultStatementLength)
    try f.list("entries", &entries, count: .bits(8, "entry_count"))
  }
}

/// A type of statement that a user defined.
public struct StatementType: FieldCodable {
  public var statementType: UInt8 = 0
  public var statementNamespace: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "statement_type", &statementType)
    try f.text("statement_namespace", &statementNamespace)
  }
}

/// The samples on which each sample depends.
public struct SampleDependencyBox: BoxBody {
  public static let type: FourCC = "sdep"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var header = FullBoxHeader()
  public var samples: [SampleDependencies] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("samples", &samples, count: .toEnd)
  }
}

/// The samples on which a sample depends.
public struct SampleDependencies: FieldCodable {
  public var samples: [RelativeSample] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("samples", &samples, count: .bits(16, "dependency_count"))
  }
}

/// A sample, counted from another.
public struct RelativeSample: FieldCodable {
  public var relativeSampleNumber: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(16, "relative_sample_number", &relativeSampleNumber)
  }
}

/// The messages that a reader has to support to show the video, and the optional ones.
public struct SeiInformationBox: BoxBody {
  public static let type: FourCC = "seii"
  public static let specification = "ISO/IEC 14496-15 §4"

  public var requiredSEIID: [UInt16] = []
  public var notrequiredSEIID: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(16, "requiredSEI_ID", &requiredSEIID, count: .bits(16, "numRequiredSEIs"))
    try f.list(16, "notrequiredSEI_ID", &notrequiredSEIID, count: .bits(16, "numNotRequiredSEIs"))
  }
}

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
