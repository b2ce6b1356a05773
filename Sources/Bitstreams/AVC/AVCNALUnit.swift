public import FieldCoding
public import NALUnits

/// A NAL unit as it is stored (`nal_unit`, ITU-T H.264 §7.3.1): without a start code or a length.
public struct NALUnit: FieldCodable {
  public var header = NALUnitHeader()
  /// The bytes after the header, with emulation prevention bytes.
  public var payload = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("nal_unit_header") { (f) throws(FieldError) in try header.fields(&f) }
    try f.bytes("payload", &payload, count: .toEnd)
  }

  /// The type of the NAL unit in `bytes`; nil if the header is incomplete.
  public static func type(of bytes: Bytes) -> NALUnitType? {
    (try? NALUnitHeader(decoding: bytes))?.type
  }
}

/// A NAL unit with its syntax: the header, and an RBSP of fields.
///
/// ``FieldCodable/fields(_:)`` states the header and the RBSP, without emulation prevention bytes.
public protocol NALUnitContent: NALUnitSyntax where Header == NALUnitHeader {}

/// The header of a NAL unit (ITU-T H.264 §7.3.1): a byte, and two or three more in
/// streams of several layers or views.
public struct NALUnitHeader: NALUnitHeading {
  public var forbiddenZeroBit = false
  /// 0 if no other picture refers to it.
  public var referenceIDC: UInt8 = 0
  public var type = NALUnitType.sequenceParameterSet
  /// The extension of the header; only for types 14, 20 and 21.
  public var `extension`: Extension?

  /// The header fields of units of several layers or views after the first byte (ITU-T H.264 §7.3.1).
  public enum Extension: Equatable, Sendable {
    case scalable(Scalable)
    case multiview(Multiview)
    case threeD(ThreeD)
  }

  /// `nal_unit_header_svc_extension` (§G.7.3.1.1)
  public struct Scalable: Equatable, Sendable {
    public var isInstantaneousRefresh = false
    public var priorityID: UInt8 = 0
    public var hasNoInterLayerPrediction = false
    public var dependencyID: UInt8 = 0
    public var qualityID: UInt8 = 0
    public var temporalID: UInt8 = 0
    public var usesReferenceBasePicture = false
    public var isDiscardable = false
    public var isOutput = false
    public init() {}
  }

  /// `nal_unit_header_mvc_extension` (§H.7.3.1.1)
  public struct Multiview: Equatable, Sendable {
    public var isNotInstantaneousRefresh = false
    public var priorityID: UInt8 = 0
    public var viewID: UInt16 = 0
    public var temporalID: UInt8 = 0
    public var isAnchor = false
    public var isForInterViewPrediction = false
    public init() {}
  }

  /// `nal_unit_header_3davc_extension` (§J.7.3.1.1)
  public struct ThreeD: Equatable, Sendable {
    public var viewIndex: UInt8 = 0
    public var isDepth = false
    public var isNotInstantaneousRefresh = false
    public var temporalID: UInt8 = 0
    public var isAnchor = false
    public var isForInterViewPrediction = false
    public init() {}
  }

  public init() {}

  /// The header of a unit of this type. `referenceIDC` is 0 if no other picture refers to it, and at most 3.
  public init(_ type: NALUnitType, referenceIDC: UInt8 = 0) {
    self.type = type
    self.referenceIDC = referenceIDC
  }

  /// The number of bytes that it takes.
  public var size: Int {
    switch `extension` {
    case nil: 1
    case .threeD?: 3
    case .scalable?, .multiview?: 4
    }
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("forbidden_zero_bit", &forbiddenZeroBit)
    try f.uint(2, "nal_ref_idc", &referenceIDC)
    try f.uint(5, "nal_unit_type", &type.rawValue, as: .names(NALUnitType.names))
    switch type {
    case .prefix, .sliceExtension:
      var isScalable = if case .scalable? = `extension` { true } else { false }
      try f.flag("svc_extension_flag", &isScalable)
      if isScalable { try scalableFields(&f) } else { try multiviewFields(&f) }
    case .depthSliceExtension:
      var isThreeD = if case .threeD? = `extension` { true } else { false }
      try f.flag("avc_3d_extension_flag", &isThreeD)
      if isThreeD { try threeDFields(&f) } else { try multiviewFields(&f) }
    default: `extension` = nil
    }
  }

  private mutating func scalableFields(_ f: inout FieldCoder) throws(FieldError) {
    var part = if case .scalable(let part)? = `extension` { part } else { Scalable() }
    try f.flag("idr_flag", &part.isInstantaneousRefresh)
    try f.uint(6, "priority_id", &part.priorityID)
    try f.flag("no_inter_layer_pred_flag", &part.hasNoInterLayerPrediction)
    try f.uint(3, "dependency_id", &part.dependencyID)
    try f.uint(4, "quality_id", &part.qualityID)
    try f.uint(3, "temporal_id", &part.temporalID)
    try f.flag("use_ref_base_pic_flag", &part.usesReferenceBasePicture)
    try f.flag("discardable_flag", &part.isDiscardable)
    try f.flag("output_flag", &part.isOutput)
    try f.reserved(2, 0b11)
    `extension` = .scalable(part)
  }

  private mutating func multiviewFields(_ f: inout FieldCoder) throws(FieldError) {
    var part = if case .multiview(let part)? = `extension` { part } else { Multiview() }
    try f.flag("non_idr_flag", &part.isNotInstantaneousRefresh)
    try f.uint(6, "priority_id", &part.priorityID)
    try f.uint(10, "view_id", &part.viewID)
    try f.uint(3, "temporal_id", &part.temporalID)
    try f.flag("anchor_pic_flag", &part.isAnchor)
    try f.flag("inter_view_flag", &part.isForInterViewPrediction)
    try f.reserved(1, 1)
    `extension` = .multiview(part)
  }

  private mutating func threeDFields(_ f: inout FieldCoder) throws(FieldError) {
    var part = if case .threeD(let part)? = `extension` { part } else { ThreeD() }
    try f.uint(8, "view_idx", &part.viewIndex)
    try f.flag("depth_flag", &part.isDepth)
    try f.flag("non_idr_flag", &part.isNotInstantaneousRefresh)
    try f.uint(3, "temporal_id", &part.temporalID)
    try f.flag("anchor_pic_flag", &part.isAnchor)
    try f.flag("inter_view_flag", &part.isForInterViewPrediction)
    `extension` = .threeD(part)
  }
}

/// The type of a NAL unit (`nal_unit_type`, ITU-T H.264 Table 7-1).
public struct NALUnitType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let slice = NALUnitType(rawValue: 1)
  public static let dataPartitionA = NALUnitType(rawValue: 2)
  public static let instantaneousRefreshSlice = NALUnitType(rawValue: 5)
  public static let supplementalEnhancementInformation = NALUnitType(rawValue: 6)
  public static let sequenceParameterSet = NALUnitType(rawValue: 7)
  public static let pictureParameterSet = NALUnitType(rawValue: 8)
  public static let accessUnitDelimiter = NALUnitType(rawValue: 9)
  public static let sequenceParameterSetExtension = NALUnitType(rawValue: 13)
  public static let prefix = NALUnitType(rawValue: 14)
  public static let subsetSequenceParameterSet = NALUnitType(rawValue: 15)
  public static let auxiliarySlice = NALUnitType(rawValue: 19)
  public static let sliceExtension = NALUnitType(rawValue: 20)
  public static let depthSliceExtension = NALUnitType(rawValue: 21)

  /// Whether it is a VCL NAL unit, which contains a part of a picture.
  public var isVideoCodingLayer: Bool { (1...5).contains(rawValue) || (19...21).contains(rawValue) }
  /// Part of a picture at which decoding can start, and which forgets all before it.
  public var isInstantaneousRefresh: Bool { self == .instantaneousRefreshSlice }

  /// The descriptions in Table 7-1; the standard has no short names.
  public static let names: ValueNames = [
    1: "slice of a non-IDR picture", 2: "slice data partition A", 3: "slice data partition B",
    4: "slice data partition C", 5: "slice of an IDR picture", 6: "SEI", 7: "SPS", 8: "PPS",
    9: "access unit delimiter", 10: "end of sequence", 11: "end of stream", 12: "filler data",
    13: "SPS extension", 14: "prefix NAL unit", 15: "subset SPS", 16: "depth parameter set",
    19: "slice of an auxiliary picture", 20: "slice extension",
    21: "slice extension for depth or 3D-AVC texture",
  ]
}

extension NALUnitType: CustomStringConvertible {
  public var description: String {
    NALUnitType.names[UInt64(rawValue)] ?? "NAL unit type \(rawValue)"
  }
}

extension NALUnit {
  /// Reports the fields of a NAL unit to `sink`, which also gets what cannot be read.
  ///
  /// - Parameters:
  ///   - nalUnit: as it is stored: with emulation prevention bytes, without length.
  ///   - sets: the parameter sets of the stream; without them, fewer fields of slices and timing are known.
  public static func describe(
    _ nalUnit: Bytes, sets: ParameterSets = ParameterSets(), budget: DecodeBudget = DecodeBudget(),
    to sink: any FieldSink
  ) {
    let coder = FieldCoder(decoding: nalUnit, budget: budget, sink: sink)
    coder.describe(nalUnit: nalUnit, sets: sets)
  }
}

extension FieldCoder {
  /// Reports the fields of a NAL unit, which was read as bytes, to the sink, if there is one. Errors are reported to
  /// the sink, and have no other effect.
  package func describe(nalUnit: Bytes, sets: ParameterSets) {
    describe(nalUnit: nalUnit, NALUnitHeader.self) { (type, f) throws(FieldError) in
      switch type {
      case .sequenceParameterSet: try SequenceParameterSet.describe(&f)
      case .subsetSequenceParameterSet: try SubsetSequenceParameterSet.describe(&f)
      case .sequenceParameterSetExtension: try SequenceParameterSetExtension.describe(&f)
      case .pictureParameterSet:
        var picture = PictureParameterSet()
        try f.within(PictureParameterSet.name) { (f) throws(FieldError) in
          try picture.fields(&f, sequences: Array(sets.sequences.values))
        }
      case .accessUnitDelimiter: try AccessUnitDelimiter.describe(&f)
      case .supplementalEnhancementInformation:
        var messages = SupplementalEnhancementInformation()
        try f.within(SupplementalEnhancementInformation.name) { (f) throws(FieldError) in
          try messages.fields(&f, sets: sets)
        }
      case _ where SliceHeader.types.contains(type) && !sets.pictures.isEmpty:
        var slice = SliceHeader()
        try f.within(SliceHeader.name) { (f) throws(FieldError) in
          try slice.fields(&f, sets: sets)
        }
      default: return false
      }
      return true
    }
  }

  /// NAL units behind lengths of 16 bits, as configuration records have them.
  ///
  /// - Parameter sequences: the SPS that the units may refer to.
  package mutating func nalUnits(
    _ name: StaticString, _ units: inout [Bytes], count: Count, sequences: [Bytes] = []
  ) throws(FieldError) {
    var sets = ParameterSets()
    if sink != nil { for unit in sequences { try? sets.add(unit) } }
    let known = sets
    try list(name, &units, count: count, of: Bytes()) { (unit, f) throws(FieldError) in
      try f.bytes("nalUnit", &unit, count: .bits(16, "nalUnitLength"))
      f.describe(nalUnit: unit, sets: known)
    }
  }
}

/// The start of a picture, with its kinds of slices (`access_unit_delimiter_rbsp`, ITU-T H.264 §7.3.2.4).
public struct AccessUnitDelimiter: NALUnitContent {
  public static let name = "access_unit_delimiter_rbsp"
  public static let types = [NALUnitType.accessUnitDelimiter]

  public var header = NALUnitHeader(.accessUnitDelimiter)
  public var primaryPictureType: UInt8 = 7
  public var trailing = RBSPTrailing()

  /// The names of the values (ITU-T H.264 Table 7-5).
  public static let pictureTypeNames: ValueNames = [
    0: "I", 1: "P, I", 2: "P, B, I", 3: "SI", 4: "SP, SI", 5: "I, SI", 6: "P, I, SP, SI",
    7: "P, B, I, SP, SI",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.uint(
      3, "primary_pic_type", &primaryPictureType, as: .names(AccessUnitDelimiter.pictureTypeNames))
    try trailing.fields(&f)
  }
}
