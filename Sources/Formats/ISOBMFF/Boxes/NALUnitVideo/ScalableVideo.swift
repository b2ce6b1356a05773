import AVC

/// The methods by which `priority_id` was assigned.
struct SVCPriorityAssignmentBox: BoxBody {
  static let type: FourCC = "svcP"
  static let specification = "ISO/IEC 14496-15 §6"

  var priorityAssignmentURI: [PriorityAssignmentURI] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("PriorityAssignmentURI", &priorityAssignmentURI, count: .bits(8, "method_count"))
  }
}

/// The name of a method.
struct PriorityAssignmentURI: FieldCodable {
  var uri: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("URI", &uri)
  }
}

/// The SEI NAL unit that lists the layers.
struct ScalabilityInformationSEIBox: BoxBody {
  static let type: FourCC = "seib"
  static let specification = "ISO/IEC 14496-15 §6"

  var scalinfosei = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("scalinfosei", &scalinfosei, count: .toEnd)
    f.describe(nalUnit: scalinfosei, sets: ParameterSets())
  }
}

/// The rate of each priority layer.
struct SVCPriorityLayerInfoBox: BoxBody {
  static let type: FourCC = "qlif"
  static let specification = "ISO/IEC 14496-15 §6"

  var layers: [PriorityLayer] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("layers", &layers, count: .bits(8, "pr_layer_num"))
  }
}

/// A priority layer.
struct PriorityLayer: FieldCodable {
  var prLayer: UInt8 = 0
  var profileLevelIDC: UInt32 = 0
  var maxBitrate: UInt32 = 0
  var avgBitrate: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "pr_layer", &prLayer)
    try f.uint(24, "profile_level_idc", &profileLevelIDC, as: .hex)
    try f.uint(32, "max_bitrate", &maxBitrate)
    try f.uint(32, "avg_bitrate", &avgBitrate)
  }
}

/// How the statements of scalability metadata are written.
struct SVCMetadataSampleConfigBox: BoxBody {
  static let type: FourCC = "svmC"
  static let specification = "ISO/IEC 14496-15 §6"

  var header = FullBoxHeader()
  var sampleStatementType: UInt8 = 0
  var defaultStatementType: UInt8 = 0
  var defaultStatementLength: UInt8 = 0
  var entries: [StatementType] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "sample_statement_type", &sampleStatementType)
    try f.uint(8, "default_statement_type", &defaultStatementType)
    try f.uint(8, "default_statement_length", &defaultStatementLength)
    try f.list("entries", &entries, count: .bits(8, "entry_count"))
  }
}

/// A type of statement that a user defined.
struct StatementType: FieldCodable {
  var statementType: UInt8 = 0
  var statementNamespace: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "statement_type", &statementType)
    try f.text("statement_namespace", &statementNamespace)
  }
}

/// The samples on which each sample depends.
struct SampleDependencyBox: BoxBody {
  static let type: FourCC = "sdep"
  static let specification = "ISO/IEC 14496-15 §6"

  var header = FullBoxHeader()
  var samples: [SampleDependencies] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("samples", &samples, count: .toEnd)
  }
}

/// The samples on which a sample depends.
struct SampleDependencies: FieldCodable {
  var samples: [RelativeSample] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("samples", &samples, count: .bits(16, "dependency_count"))
  }
}

/// A sample, counted from another.
struct RelativeSample: FieldCodable {
  var relativeSampleNumber: Int16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(16, "relative_sample_number", &relativeSampleNumber)
  }
}

/// The messages that a reader has to support to show the video, and the optional ones.
struct SeiInformationBox: BoxBody {
  static let type: FourCC = "seii"
  static let specification = "ISO/IEC 14496-15 §4"

  var requiredSEIID: [UInt16] = []
  var notrequiredSEIID: [UInt16] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
