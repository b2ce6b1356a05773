public import FieldCoding
public import NALUnits

/// The configuration of an HEVC decoder, with the parameter sets (`HEVCDecoderConfigurationRecord`,
/// ISO/IEC 14496-15 §8.3.3.1.2; the body of `hvcC`).
///
/// The SPS is the truth: writers are known to state the fields of the record wrongly, above all
/// ``isTemporalIDNested``, the constraint flags and the number of temporal layers.
public struct HEVCDecoderConfigurationRecord: FieldCodable {
  public var configurationVersion: UInt8 = 1
  public var profile = Profile()
  public var level = Level()
  public var minSpatialSegmentationIDC: UInt16 = 0
  public var parallelism = Parallelism.unknown
  public var chromaFormat = ChromaFormat.yuv420
  public var bitDepthLumaMinus8: UInt8 = 0
  public var bitDepthChromaMinus8: UInt8 = 0
  /// Frames in 256 seconds; 0 if it is not stated.
  public var averageFrameRate: UInt16 = 0
  public var constantFrameRate: UInt8 = 0
  /// The number of temporal layers; 0 if it is not stated.
  public var temporalLayerCount: UInt8 = 0
  public var isTemporalIDNested = false
  public var lengthSizeMinusOne: UInt8 = 3
  public var arrays: [NALUnitArray] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.uint(2, "general_profile_space", &profile.space)
    try f.choice(1, "general_tier_flag", &profile.tier, as: .names(Tier.names))
    try f.uint(5, "general_profile_idc", &profile.idc, as: .names(Profile.names))
    try f.uint(
      32, "general_profile_compatibility_flags", &profile.compatibility.rawValue, as: .hex)
    try f.uint(
      48, "general_constraint_indicator_flags", &profile.constraints.rawValue, as: .hex)
    try f.uint(8, "general_level_idc", &level.idc)
    try f.reserved(4, 0b1111)
    try f.uint(12, "min_spatial_segmentation_idc", &minSpatialSegmentationIDC)
    try f.reserved(6, 0b11_1111)
    try f.choice(2, "parallelismType", &parallelism, as: .names(Parallelism.names))
    try f.reserved(6, 0b11_1111)
    try f.choice(2, "chroma_format_idc", &chromaFormat, as: .names(ChromaFormat.names))
    try f.reserved(5, 0b1_1111)
    try f.uint(3, "bit_depth_luma_minus8", &bitDepthLumaMinus8)
    try f.reserved(5, 0b1_1111)
    try f.uint(3, "bit_depth_chroma_minus8", &bitDepthChromaMinus8)
    try f.uint(16, "avgFrameRate", &averageFrameRate)
    try f.uint(2, "constantFrameRate", &constantFrameRate)
    try f.uint(3, "numTemporalLayers", &temporalLayerCount)
    try f.flag("temporalIdNested", &isTemporalIDNested)
    try f.uint(2, "lengthSizeMinusOne", &lengthSizeMinusOne)
    try f.list("arrays", &arrays, count: .bits(8, "numOfArrays"))
  }
}

/// How a picture can be decoded by many at once (`parallelismType`, ISO/IEC 14496-15 §8.3.3.1.3).
public enum Parallelism: UInt8, Hashable, Sendable {
  /// Unknown, or of several kinds.
  case unknown
  case slices, tiles
  /// Rows of coding tree blocks ("wavefronts").
  case rows

  public static let names: ValueNames = [
    0: "unknown or mixed", 1: "slices", 2: "tiles", 3: "entropy coding sync",
  ]
}

/// The common part of the two configuration records.
public protocol ConfigurationRecord {
  /// The bytes of the length in front of each NAL unit of a sample, less 1: 0, 1 or 3.
  var lengthSizeMinusOne: UInt8 { get set }
  var arrays: [NALUnitArray] { get set }
}

extension HEVCDecoderConfigurationRecord: ConfigurationRecord {}
/// How to set up a decoder for further layers of a stream: a second view, depth, more detail
/// (`LHEVCDecoderConfigurationRecord`, ISO/IEC 14496-15 §9.4.3.1.2; the body of `lhvC`).
public struct LHEVCDecoderConfigurationRecord: FieldCodable {
  public var configurationVersion: UInt8 = 1
  public var minSpatialSegmentationIDC: UInt16 = 0
  public var parallelism = Parallelism.unknown
  public var temporalLayerCount: UInt8 = 0
  public var isTemporalIDNested = false
  public var lengthSizeMinusOne: UInt8 = 3
  public var arrays: [NALUnitArray] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.reserved(4, 0b1111)
    try f.uint(12, "min_spatial_segmentation_idc", &minSpatialSegmentationIDC)
    try f.reserved(6, 0b11_1111)
    try f.choice(2, "parallelismType", &parallelism, as: .names(Parallelism.names))
    try f.reserved(2, 0b11)
    try f.uint(3, "numTemporalLayers", &temporalLayerCount)
    try f.flag("temporalIdNested", &isTemporalIDNested)
    try f.uint(2, "lengthSizeMinusOne", &lengthSizeMinusOne)
    try f.list("arrays", &arrays, count: .bits(8, "numOfArrays"))
  }
}

extension LHEVCDecoderConfigurationRecord: ConfigurationRecord {}

extension ConfigurationRecord {
  /// The bytes of the length in front of each NAL unit of a sample: 1, 2 or 4.
  public var lengthSize: Int { Int(lengthSizeMinusOne) + 1 }

  /// All NAL units, in the order in which a decoder takes them.
  public var nalUnits: [Bytes] { arrays.flatMap(\.nalUnits) }

  /// The NAL units of this type, in the order of the record.
  public func nalUnits(_ type: NALUnitType) -> [Bytes] {
    arrays.filter { $0.type == type }.flatMap(\.nalUnits)
  }

  /// The VPS of the record. Throws for one that cannot be read.
  public func videoParameterSets() throws(FieldError) -> [VideoParameterSet] {
    try contents()
  }

  /// The SPS of the record. Throws for one that cannot be read.
  public func sequenceParameterSets() throws(FieldError) -> [SequenceParameterSet] {
    try contents()
  }

  /// The PPS of the record. Throws for one that cannot be read.
  public func pictureParameterSets() throws(FieldError) -> [PictureParameterSet] {
    try contents()
  }

  private func contents<Content: NALUnitContent>() throws(FieldError) -> [Content] {
    var contents: [Content] = []
    for type in Content.types {
      for unit in nalUnits(type) { contents.append(try Content(nalUnit: unit)) }
    }
    return contents
  }
}

/// NAL units of one type in a decoder configuration record (ISO/IEC 14496-15 §8.3.3.1.2).
public struct NALUnitArray: FieldCodable {
  /// Whether the array has all units of this type, so that samples contain no others.
  public var isComplete = true
  /// 0, but libheif writes 1.
  public var reserved: UInt8 = 0
  public var type = NALUnitType.videoParameterSet
  /// The NAL units, without lengths, with emulation prevention bytes.
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
    try f.uint(1, "reserved", &reserved)
    try f.uint(6, "NAL_unit_type", &type.rawValue, as: .names(NALUnitType.names))
    try f.list("nalus", &nalUnits, count: .bits(16, "numNalus"), of: Bytes()) {
      (nalUnit, f) throws(FieldError) in
      try f.bytes("nalUnit", &nalUnit, count: .bits(16, "nalUnitLength"))
      f.describe(nalUnit: nalUnit)
    }
  }
}

extension HEVCDecoderConfigurationRecord {
  /// A record for a stream with these parameter sets (ISO/IEC 14496-15 §8.3.3.1.3).
  ///
  /// - Parameter parameterSets: NAL units: VPS, SPS, PPS, and SEI that holds for the whole stream.
  ///   At least one SPS of the base layer.
  public init(parameterSets: [Bytes]) throws(FieldError) {
    self.init()
    arrays = try NALUnitArray.grouped(parameterSets)
    let sequences = try sequenceParameterSets().filter { !$0.isMultiLayerExtension }
    guard let first = sequences.first else {
      throw FieldError(
        .invalid("there is no SPS among the parameter sets"),
        offset: parameterSets.first?.fileOffset ?? 0)
    }
    profile = Profile.covering(sequences.map(\.profile), first: first.profile)
    level = sequences.filter { $0.profile.tier == profile.tier }.map(\.level).max() ?? first.level
    chromaFormat = first.chromaFormat
    bitDepthLumaMinus8 = UInt8(first.bitDepthLumaMinus8)
    bitDepthChromaMinus8 = UInt8(first.bitDepthChromaMinus8)
    temporalLayerCount = UInt8(sequences.map(\.maxSubLayersMinus1).max() ?? 0) + 1
    isTemporalIDNested = sequences.allSatisfy(\.hasTemporalIDNesting)
    minSpatialSegmentationIDC = Self.segmentation(of: sequences)
    // "When min_spatial_segmentation_idc is equal to 0, parallelismType shall be 0": nothing is
    // promised of how finely pictures are cut.
    if minSpatialSegmentationIDC > 0 {
      parallelism = Parallelism(of: try pictureParameterSets())
    }
  }

  private static func segmentation(of sequences: [SequenceParameterSet]) -> UInt16 {
    let promises = sequences.map { $0.vui?.restriction?.minSpatialSegmentationIDC ?? 0 }
    // 12 bits; §E.3.1 allows at most 4095.
    return UInt16(min(promises.min() ?? 0, 4095))
  }

  /// The `codecs` parameter of the stream: `hvc1.1.6.L93.B0`.
  public func codecString(_ sampleEntry: FourCC = "hvc1") -> CodecString {
    CodecString(sampleEntry: sampleEntry, profile: profile, level: level)
  }
}

extension NALUnitArray {
  /// An array for each type of NAL unit: VPS, SPS, PPS and SEI in the order that the standard
  /// recommends.
  fileprivate static func grouped(_ units: [Bytes]) throws(FieldError) -> [NALUnitArray] {
    let order: [NALUnitType] = [
      .videoParameterSet, .sequenceParameterSet, .pictureParameterSet, .prefixSEI, .suffixSEI,
    ]
    for unit in units {
      guard let type = NALUnit.type(of: unit), order.contains(type) else {
        let found = NALUnit.type(of: unit).map { "\($0)" } ?? "one without a whole header"
        throw FieldError(
          .invalid("a configuration record cannot have NAL units such as \(found)"),
          offset: unit.fileOffset)
      }
    }
    return order.compactMap { type in
      let ofType = units.filter { NALUnit.type(of: $0) == type }
      return ofType.isEmpty ? nil : NALUnitArray(type, ofType)
    }
  }
}

extension Profile {
  /// The profile that a decoder for all of `profiles` needs. The SPS of one sequence have the same profile in practice:
  /// otherwise the first counts, with the constraints that all state.
  fileprivate static func covering(_ profiles: [Profile], first: Profile) -> Profile {
    profiles.reduce(into: first) { common, next in
      if next.tier == .high { common.tier = .high }
      common.idc = max(common.idc, next.idc)
      common.compatibility.rawValue &= next.compatibility.rawValue
      common.constraints.rawValue &= next.constraints.rawValue
    }
  }
}

extension Parallelism {
  /// The common properties of all pictures.
  fileprivate init(of pictures: [PictureParameterSet]) {
    let kinds = Set(
      pictures.map { picture -> Parallelism in
        switch (picture.tiles != nil, picture.usesEntropyCodingSync) {
        case (true, true): .unknown
        case (true, false): .tiles
        case (false, true): .rows
        case (false, false): .slices
        }
      })
    self = kinds.count == 1 ? kinds.first ?? .unknown : .unknown
  }
}

extension HEVCDecoderConfigurationRecord: DecoderConfigurationRecord {
  /// - Parameter units: those of further layers are left out.
  public init(codedUnits units: [Bytes]) throws(FieldError) {
    try self.init(parameterSets: units.filter { !Self.isOfFurtherLayer($0) })
  }

  public var codedUnits: [Bytes] { nalUnits }

  public var unitLists: [UnitList] {
    arrays.enumerated().map { index, array in
      UnitList(
        field: "arrays[\(index)]", name: "\(array.type)", isComplete: array.isComplete,
        units: array.nalUnits,
        stray: array.nalUnits.filter {
          let kind = Self.kind(of: $0)
          return NALUnit.type(of: $0) != array.type || kind == .picture || kind == .other
        })
    }
  }

  public func completed(by record: Self) -> Self {
    var completed = self
    completed.configurationVersion = record.configurationVersion
    completed.averageFrameRate = record.averageFrameRate
    completed.constantFrameRate = record.constantFrameRate
    completed.lengthSizeMinusOne = record.lengthSizeMinusOne
    for index in completed.arrays.indices {
      let type = completed.arrays[index].type
      guard let old = record.arrays.first(where: { $0.type == type }) else { continue }
      completed.arrays[index].isComplete = old.isComplete
    }
    return completed
  }

  public static func kind(of unit: Bytes) -> CodedUnitKind {
    guard let type = NALUnit.type(of: unit) else { return .other }
    if setNames[type] != nil { return .parameterSet }
    if [.prefixSEI, .suffixSEI].contains(type) { return .declaration }
    return type.isSliceSegment ? .picture : .other
  }

  public static func isOfFurtherLayer(_ unit: Bytes) -> Bool {
    ((try? NALUnitHeader(decoding: unit))?.layerID ?? 0) > 0
  }

  private static let setNames: [NALUnitType: String] = [
    .videoParameterSet: "VPS", .sequenceParameterSet: "SPS", .pictureParameterSet: "PPS",
  ]

  /// Whether a unit has only SEI messages that apply to a whole coded video sequence: the static metadata of
  /// HDR10, and the transfer function of HLG (ITU-T H.265 Table D.1).
  public static func holdsForStream(_ unit: Bytes) -> Bool {
    guard let messages = try? SupplementalEnhancementInformation(nalUnit: unit).messages else {
      return false
    }
    return !messages.isEmpty && messages.allSatisfy { [137, 144, 147].contains($0.payloadType) }
  }

  public static func isDelimiter(_ unit: Bytes) -> Bool {
    NALUnit.type(of: unit) == .accessUnitDelimiter
  }

  public static func key(of set: Bytes) throws(FieldError) -> ParameterSetKey {
    switch NALUnit.type(of: set) {
    case .videoParameterSet?: videoKey(try VideoParameterSet(nalUnit: set).id)
    case .sequenceParameterSet?:
      ParameterSetKey(name: "SPS", id: try SequenceParameterSet(nalUnit: set).id)
    default: ParameterSetKey(name: "PPS", id: try PictureParameterSet(nalUnit: set).id)
    }
  }

  private static func videoKey(_ id: UInt8) -> ParameterSetKey {
    ParameterSetKey(name: "VPS", id: UInt32(id))
  }

  public static func key(namedBySet set: Bytes) throws(FieldError) -> ParameterSetKey? {
    switch NALUnit.type(of: set) {
    case .sequenceParameterSet?:
      videoKey(try SequenceParameterSet(nalUnit: set).videoParameterSetID)
    case .pictureParameterSet?:
      ParameterSetKey(
        name: "SPS", id: try PictureParameterSet(nalUnit: set).sequenceParameterSetID)
    default: nil
    }
  }

  public static func key(namedByPicture unit: Bytes) throws(FieldError) -> ParameterSetKey {
    let header = try SliceSegment.header(ofNALUnit: unit, sets: ParameterSets())
    return ParameterSetKey(name: "PPS", id: header.pictureParameterSetID)
  }
}
