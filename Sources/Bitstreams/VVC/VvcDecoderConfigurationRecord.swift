public import FieldCoding
public import NALUnits

/// The configuration of a VVC decoder, with the parameter sets (`VvcDecoderConfigurationRecord`, ISO/IEC
/// 14496-15 §11.2.4.2; what `vvcC` holds).
public struct VvcDecoderConfigurationRecord: FieldCodable {
  public var lengthSizeMinusOne: UInt8 = 3
  /// The format of samples; nil if it is not stated.
  public var format: Format?
  public var arrays: [NALUnitArray] = []

  /// The fields that exist if `ptl_present_flag` is 1.
  public struct Format: Equatable, Sendable {
    /// The output layer set that it is about.
    public var outputLayerSetIndex: UInt16 = 0
    public var subLayerCount: UInt8 = 1
    public var constantFrameRate: UInt8 = 0
    public var chromaFormat = ChromaFormat.yuv420
    public var bitDepthMinus8: UInt8 = 0
    public var profileTierLevel = VvcPTLRecord()
    public var maxPictureWidth: UInt16 = 0
    public var maxPictureHeight: UInt16 = 0
    /// Frames in 256 seconds; 0 if it is not stated.
    public var averageFrameRate: UInt16 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(5, 0b1_1111)
    try f.uint(2, "LengthSizeMinusOne", &lengthSizeMinusOne)
    try f.optional("ptl_present_flag", &format, blank: Format()) { (format, f) throws(FieldError) in
      try format.fields(&f)
    }
    try f.list("arrays", &arrays, count: .bits(8, "num_of_arrays"))
  }
}

extension VvcDecoderConfigurationRecord.Format {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(9, "ols_idx", &outputLayerSetIndex)
    try f.uint(3, "num_sublayers", &subLayerCount)
    try f.uint(2, "constant_frame_rate", &constantFrameRate)
    try f.choice(2, "chroma_format_idc", &chromaFormat, as: .names(ChromaFormat.names))
    try f.uint(3, "bit_depth_minus8", &bitDepthMinus8)
    try f.reserved(5, 0b1_1111)
    let subLayerCount = Int(subLayerCount)
    try f.within("native_ptl") { (f) throws(FieldError) in
      try profileTierLevel.fields(&f, subLayerCount: subLayerCount)
    }
    try f.uint(16, "max_picture_width", &maxPictureWidth)
    try f.uint(16, "max_picture_height", &maxPictureHeight)
    try f.uint(16, "avg_frame_rate", &averageFrameRate)
  }
}

/// Profile, tier and level, as a configuration record states them (`VvcPTLRecord`, ISO/IEC 14496-15
/// §11.2.4.2.2).
public struct VvcPTLRecord: Equatable, Sendable {
  public var profile = Profile()
  public var isHighTier = false
  public var level = Level()
  public var isFrameOnly = false
  public var hasMultipleLayers = false
  /// `general_constraint_info`: 8 bits to a byte of `num_bytes_constraint_info`, less the two
  /// flags before.
  public private(set) var constraints = BitString()
  /// The number of bytes of constraints, at least 1.
  public private(set) var constraintByteCount: UInt8 = 1
  /// The levels of all sub-layers but the highest, the lowest first; nil for one that is not
  /// stated.
  public var subLayerLevels: [Level?] = []
  public var subProfiles: [UInt32] = []

  public init() {}

  /// What an SPS states.
  public init(_ stated: ProfileTierLevel) throws(FieldError) {
    profile = stated.profile
    isHighTier = stated.isHighTier
    level = stated.level
    isFrameOnly = stated.isFrameOnly
    hasMultipleLayers = stated.hasMultipleLayers
    subLayerLevels = stated.subLayerLevels
    subProfiles = stated.subProfiles
    // The constraints are padded to a whole byte. In an SPS, two flags precede them too.
    var writer = FieldCoder()
    try writer.reserved(2)
    var info = stated.constraints
    try info.fields(&writer)
    let bytes = Bytes(writer.written.bytes)
    constraintByteCount = UInt8(clamping: bytes.count)
    var reader = FieldCoder(decoding: bytes)
    try reader.reserved(2)
    try constraints.restFields(&reader, "general_constraint_info")
  }

  package mutating func fields(_ f: inout FieldCoder, subLayerCount: Int) throws(FieldError) {
    try f.reserved(2)
    let start = f.offset
    try f.uint(6, "num_bytes_constraint_info", &constraintByteCount)
    guard constraintByteCount > 0 else {
      throw FieldError(
        .invalid("is 0, but ISO/IEC 14496-15 §11.2.4.2.3 requires at least 1"), offset: start,
        path: ["num_bytes_constraint_info"])
    }
    try f.uint(7, "general_profile_idc", &profile.idc, as: .names(Profile.names))
    try f.flag("general_tier_flag", &isHighTier)
    try f.uint(8, "general_level_idc", &level.idc)
    try f.flag("ptl_frame_only_constraint_flag", &isFrameOnly)
    try f.flag("ptl_multi_layer_enabled_flag", &hasMultipleLayers)
    if constraints.isEmpty, !f.isDecoding {
      try f.reserved(Int(constraintByteCount) * 8 - 2)
    } else {
      try constraints.fields(
        &f, "general_constraint_info", count: Int(constraintByteCount) * 8 - 2)
    }
    try f.subLayerLevels(&subLayerLevels, count: max(0, subLayerCount - 1))
    try f.list(
      32, "general_sub_profile_idc", &subProfiles, count: .bits(8, "ptl_num_sub_profiles"),
      as: .hex)
  }
}

/// NAL units of one type in a decoder configuration record (ISO/IEC 14496-15 §11.2.4.2.2).
public struct NALUnitArray: FieldCodable {
  /// Whether the array has all units of this type, so that samples contain no others.
  public var isComplete = true
  public var reserved: UInt8 = 0
  public var type = NALUnitType.sequenceParameterSet
  /// The NAL units, without lengths, with emulation prevention bytes. There is one of those that
  /// hold for the whole stream.
  public var nalUnits: [Bytes] = []

  public init() {}

  /// An array of units of this type. `isComplete` says that samples have no more of them.
  public init(_ type: NALUnitType, _ nalUnits: [Bytes], isComplete: Bool = true) {
    self.type = type
    self.nalUnits = nalUnits
    self.isComplete = isComplete
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("array_completeness", &isComplete)
    try f.uint(2, "reserved", &reserved)
    try f.uint(5, "NAL_unit_type", &type.rawValue, as: .names(NALUnitType.names))
    let isSingle = type == .decodingCapabilityInformation || type == .operatingPointInformation
    if isSingle { try f.checkCount("nalus", nalUnits.count, 1) }
    try f.list(
      "nalus", &nalUnits, count: isSingle ? .exactly(1) : .bits(16, "num_nalus"), of: Bytes()
    ) { (nalUnit, f) throws(FieldError) in
      try f.bytes("nal_unit", &nalUnit, count: .bits(16, "nal_unit_length"))
      f.describe(nalUnit: nalUnit)
    }
  }
}

extension VvcDecoderConfigurationRecord {
  /// The bytes of the length in front of each NAL unit of a sample: 1, 2 or 4.
  public var lengthSize: Int { Int(lengthSizeMinusOne) + 1 }

  /// All NAL units, in the order in which a decoder takes them.
  public var nalUnits: [Bytes] { arrays.flatMap(\.nalUnits) }

  /// The NAL units of this type, in the order of the record.
  public func nalUnits(_ type: NALUnitType) -> [Bytes] {
    arrays.filter { $0.type == type }.flatMap(\.nalUnits)
  }

  /// The first SPS, if the record has one.
  public func sequence() throws(FieldError) -> SequenceParameterSet? {
    guard let unit = nalUnits(.sequenceParameterSet).first else { return nil }
    return try SequenceParameterSet(nalUnit: unit)
  }

  /// The `codecs` parameter of the stream: `vvc1.1.L51.CQA`; nil if the record does not state it.
  public func codecString(_ sampleEntry: FourCC = "vvc1") -> CodecString? {
    format.map { CodecString(sampleEntry: sampleEntry, $0.profileTierLevel) }
  }
}

extension VvcDecoderConfigurationRecord: DecoderConfigurationRecord {
  /// A record for a stream with these NAL units (ISO/IEC 14496-15 §11.2.4.2.3).
  ///
  /// - Parameter units: DCI, OPI, VPS, SPS, PPS, and SEI that holds for the whole stream. At least one
  ///   SPS; if it leaves profile and level to the VPS, the record does not state them.
  public init(codedUnits units: [Bytes]) throws(FieldError) {
    self.init()
    let sets = units.filter { !Self.isOfFurtherLayer($0) }
    for unit in sets {
      guard let type = NALUnitHeader.type(of: unit), Self.order.contains(type) else {
        let found = NALUnitHeader.type(of: unit).map { "\($0)" } ?? "one without a whole header"
        throw FieldError(
          .invalid("a configuration record cannot have NAL units such as \(found)"),
          offset: unit.fileOffset)
      }
    }
    arrays = Self.order.compactMap { type in
      let ofType = sets.filter { NALUnitHeader.type(of: $0) == type }
      return ofType.isEmpty ? nil : NALUnitArray(type, ofType)
    }
    guard let sequence = try sequence() else {
      throw FieldError(
        .invalid("there is no SPS among the parameter sets"), offset: units.first?.fileOffset ?? 0)
    }
    guard let stated = sequence.profileTierLevel else { return }
    var format = Format()
    format.subLayerCount = UInt8(clamping: sequence.maxSubLayersMinus1) + 1
    format.chromaFormat = sequence.chromaFormat
    format.bitDepthMinus8 = UInt8(clamping: sequence.bitDepthMinus8)
    format.profileTierLevel = try VvcPTLRecord(stated)
    format.maxPictureWidth = UInt16(clamping: sequence.maxWidth)
    format.maxPictureHeight = UInt16(clamping: sequence.maxHeight)
    self.format = format
  }

  /// The order that the standard asks for.
  private static let order: [NALUnitType] = [
    .decodingCapabilityInformation, .operatingPointInformation, .videoParameterSet,
    .sequenceParameterSet, .pictureParameterSet, .prefixSEI,
  ]

  public var codedUnits: [Bytes] { nalUnits }

  public var unitLists: [UnitList] {
    arrays.enumerated().map { index, array in
      UnitList(
        field: "arrays[\(index)]", name: "\(array.type)", isComplete: array.isComplete,
        units: array.nalUnits,
        stray: array.nalUnits.filter {
          NALUnitHeader.type(of: $0) != array.type || array.type.isVideoCodingLayer
        })
    }
  }

  public func completed(by record: Self) -> Self {
    var completed = self
    completed.lengthSizeMinusOne = record.lengthSizeMinusOne
    if record.format == nil { completed.format = nil }
    completed.format?.outputLayerSetIndex = record.format?.outputLayerSetIndex ?? 0
    completed.format?.averageFrameRate = record.format?.averageFrameRate ?? 0
    completed.format?.constantFrameRate = record.format?.constantFrameRate ?? 0
    for index in completed.arrays.indices {
      let type = completed.arrays[index].type
      guard let old = record.arrays.first(where: { $0.type == type }) else { continue }
      completed.arrays[index].isComplete = old.isComplete
    }
    return completed
  }

  public static func kind(of unit: Bytes) -> CodedUnitKind {
    guard let type = NALUnitHeader.type(of: unit) else { return .other }
    switch type {
    case .videoParameterSet, .sequenceParameterSet, .pictureParameterSet: return .parameterSet
    case .prefixSEI, .decodingCapabilityInformation, .operatingPointInformation:
      return .declaration
    default: return type.isVideoCodingLayer ? .picture : .other
    }
  }

  public static func isOfFurtherLayer(_ unit: Bytes) -> Bool {
    ((try? NALUnitHeader(decoding: unit))?.layerID ?? 0) > 0
  }

  public static func key(of set: Bytes) throws(FieldError) -> ParameterSetKey {
    switch NALUnitHeader.type(of: set) {
    case .videoParameterSet?:
      ParameterSetKey(name: "VPS", id: UInt32(try VideoParameterSet(nalUnit: set).id))
    case .sequenceParameterSet?:
      ParameterSetKey(name: "SPS", id: UInt32(try SequenceParameterSet(nalUnit: set).id))
    default: ParameterSetKey(name: "PPS", id: UInt32(try PictureParameterSet(nalUnit: set).id))
    }
  }

  public static func key(namedBySet set: Bytes) throws(FieldError) -> ParameterSetKey? {
    switch NALUnitHeader.type(of: set) {
    case .sequenceParameterSet?:
      let id = try SequenceParameterSet(nalUnit: set).videoParameterSetID
      // 0 means that there is no VPS.
      return id == 0 ? nil : ParameterSetKey(name: "VPS", id: UInt32(id))
    case .pictureParameterSet?:
      let id = try PictureParameterSet(nalUnit: set).sequenceParameterSetID
      return ParameterSetKey(name: "SPS", id: UInt32(id))
    default: return nil
    }
  }

  /// Pictures name their PPS in a header that is not read here: this is not known of any.
  public static func key(namedByPicture unit: Bytes) throws(FieldError) -> ParameterSetKey {
    throw FieldError(
      .invalid("the PPS of a VVC picture is not read"), offset: unit.fileOffset)
  }
}
