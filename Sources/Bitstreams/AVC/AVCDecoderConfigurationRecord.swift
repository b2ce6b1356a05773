public import FieldCoding
public import NALUnits

/// The configuration of an AVC decoder, with the parameter sets (`AVCDecoderConfigurationRecord`, ISO/IEC
/// 14496-15 §5.3.3.1.2; the body of `avcC`).
///
/// The SPS is the truth: the record repeats its first bytes, not always rightly.
public struct AVCDecoderConfigurationRecord: FieldCodable {
  public var configurationVersion: UInt8 = 1
  public var profile = Profile()
  public var level = Level()
  public var lengthSizeMinusOne: UInt8 = 3
  /// NAL units: without lengths, with emulation prevention bytes.
  public var sequenceParameterSets: [Bytes] = []
  public var pictureParameterSets: [Bytes] = []
  /// The fields of the High profiles; many writers leave them out.
  public var highProfile: HighProfile?

  /// The sample format, and extensions of SPS: the fields after the PPS for profiles 100, 110, 122 and 144 (ISO/IEC
  /// 14496-15 §5.3.3.1.2).
  public struct HighProfile: FieldCodable {
    public var chromaFormat = ChromaFormat.yuv420
    public var bitDepthLumaMinus8: UInt8 = 0
    public var bitDepthChromaMinus8: UInt8 = 0
    public var sequenceParameterSetExtensions: [Bytes] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.reserved(6, 0b11_1111)
      try f.choice(2, "chroma_format", &chromaFormat, as: .names(ChromaFormat.names))
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
    try f.uint(8, "AVCProfileIndication", &profile.idc, as: .names(Profile.names))
    try f.uint(8, "profile_compatibility", &profile.constraints.rawValue, as: .hex)
    try f.uint(8, "AVCLevelIndication", &level.idc)
    try f.reserved(6, 0b11_1111)
    try f.uint(2, "lengthSizeMinusOne", &lengthSizeMinusOne)
    try f.reserved(3, 0b111)
    try f.nalUnits(
      "sequenceParameterSet", &sequenceParameterSets,
      count: .bits(5, "numOfSequenceParameterSets"))
    try f.nalUnits(
      "pictureParameterSet", &pictureParameterSets, count: .bits(8, "numOfPictureParameterSets"),
      sequences: sequenceParameterSets)
    if f.isDecoding { highProfile = mayHaveFormat && f.bitsLeft >= 32 ? HighProfile() : nil }
    try highProfile?.fields(&f)
  }

  /// "if (AVCProfileIndication != 66 && AVCProfileIndication != 77 && AVCProfileIndication != 88)"
  private var mayHaveFormat: Bool { ![66, 77, 88].contains(profile.idc) }
}

extension AVCDecoderConfigurationRecord {
  /// The bytes of the length in front of each NAL unit of a sample: 1, 2 or 4.
  public var lengthSize: Int { Int(lengthSizeMinusOne) + 1 }

  /// All NAL units, in the order in which a decoder takes them.
  public var nalUnits: [Bytes] {
    sequenceParameterSets + pictureParameterSets
      + (highProfile?.sequenceParameterSetExtensions ?? [])
  }

  /// All parameter sets of the record. Throws for one that cannot be read.
  public func parameterSets() throws(FieldError) -> ParameterSets { try ParameterSets(nalUnits) }

  /// The first SPS.
  public func sequence() throws(FieldError) -> SequenceParameterSetData? {
    guard let unit = sequenceParameterSets.first else { return nil }
    return try SequenceParameterSet(nalUnit: unit).data
  }

  /// The `codecs` parameter of the stream: `avc1.64001F`.
  public func codecString(_ sampleEntry: FourCC = "avc1") -> CodecString {
    CodecString(sampleEntry: sampleEntry, profile: profile, level: level)
  }

  /// A record for a stream with these parameter sets (ISO/IEC 14496-15 §5.3.3.1.3).
  ///
  /// - Parameter parameterSets: NAL units: SPS, PPS and SPS extensions. At least one SPS.
  public init(parameterSets: [Bytes]) throws(FieldError) {
    self.init()
    var extensions: [Bytes] = []
    for unit in parameterSets {
      switch NALUnit.type(of: unit) {
      case .sequenceParameterSet?: sequenceParameterSets.append(unit)
      case .pictureParameterSet?: pictureParameterSets.append(unit)
      case .sequenceParameterSetExtension?: extensions.append(unit)
      default:
        let found = NALUnit.type(of: unit).map { "\($0)" } ?? "one without a whole header"
        throw FieldError(
          .invalid("a configuration record cannot have NAL units such as \(found)"),
          offset: unit.fileOffset)
      }
    }
    guard let sequence = try sequence() else {
      throw FieldError(
        .invalid("there is no SPS among the parameter sets"),
        offset: parameterSets.first?.fileOffset ?? 0)
    }
    profile = sequence.profile
    level = sequence.level
    guard mayHaveFormat else { return }
    var format = HighProfile()
    format.chromaFormat = sequence.chromaFormat
    format.bitDepthLumaMinus8 = UInt8(clamping: sequence.bitDepthLuma - 8)
    format.bitDepthChromaMinus8 = UInt8(clamping: sequence.bitDepthChroma - 8)
    format.sequenceParameterSetExtensions = extensions
    highProfile = format
  }
}

extension AVCDecoderConfigurationRecord: DecoderConfigurationRecord {
  /// - Parameter units: SPS, PPS and SPS extensions; `avcC` cannot hold others, which are left out.
  public init(codedUnits units: [Bytes]) throws(FieldError) {
    try self.init(parameterSets: units.filter { Self.kind(of: $0) != .declaration })
  }

  public var codedUnits: [Bytes] { nalUnits }

  public var unitLists: [UnitList] {
    let lists: [(String, NALUnitType, [Bytes])] = [
      ("sequenceParameterSet", .sequenceParameterSet, sequenceParameterSets),
      ("pictureParameterSet", .pictureParameterSet, pictureParameterSets),
      (
        "sequenceParameterSetExt", .sequenceParameterSetExtension,
        highProfile?.sequenceParameterSetExtensions ?? []
      ),
    ]
    return lists.map { field, type, units in
      UnitList(
        field: field, name: "\(type)", units: units,
        stray: units.filter { NALUnit.type(of: $0) != type })
    }
  }

  public func completed(by record: Self) -> Self {
    var completed = self
    completed.configurationVersion = record.configurationVersion
    completed.lengthSizeMinusOne = record.lengthSizeMinusOne
    // Many writers leave it out, and decoders do without.
    if record.highProfile == nil { completed.highProfile = nil }
    return completed
  }

  public static func kind(of unit: Bytes) -> CodedUnitKind {
    guard let type = NALUnit.type(of: unit) else { return .other }
    if setNames[type] != nil { return .parameterSet }
    if type == .supplementalEnhancementInformation { return .declaration }
    return SliceHeader.types.contains(type) ? .picture : .other
  }

  private static let setNames: [NALUnitType: String] = [
    .sequenceParameterSet: "SPS", .pictureParameterSet: "PPS",
    .sequenceParameterSetExtension: "SPS extension",
  ]

  public static func isDelimiter(_ unit: Bytes) -> Bool {
    NALUnit.type(of: unit) == .accessUnitDelimiter
  }

  public static func key(of set: Bytes) throws(FieldError) -> ParameterSetKey {
    switch NALUnit.type(of: set) {
    case .sequenceParameterSet?:
      ParameterSetKey(name: "SPS", id: try SequenceParameterSet(nalUnit: set).data.id)
    case .sequenceParameterSetExtension?:
      ParameterSetKey(
        name: "SPS extension", id: try SequenceParameterSetExtension(nalUnit: set).id)
    default:
      ParameterSetKey(name: "PPS", id: try PictureParameterSet(nalUnit: set, sequences: []).id)
    }
  }

  public static func key(namedBySet set: Bytes) throws(FieldError) -> ParameterSetKey? {
    guard NALUnit.type(of: set) == .pictureParameterSet else { return nil }
    let picture = try PictureParameterSet(nalUnit: set, sequences: [])
    return ParameterSetKey(name: "SPS", id: picture.sequenceParameterSetID)
  }

  public static func key(namedByPicture unit: Bytes) throws(FieldError) -> ParameterSetKey {
    ParameterSetKey(name: "PPS", id: try SliceHeader.pictureParameterSetID(ofNALUnit: unit))
  }
}
