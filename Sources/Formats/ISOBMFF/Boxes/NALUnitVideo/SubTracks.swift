import VVC

/// The views of a sub-track.
public struct MVCSubTrackViewBox: BoxBody {
  public static let type: FourCC = "mstv"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var header = FullBoxHeader()
  public var items: [SubTrackView] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("items", &items, count: .bits(16, "item_count"))
  }
}

/// A view of a sub-track.
public struct SubTrackView: FieldCodable {
  public var viewID: UInt16 = 0
  public var temporalID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(10, "view_id", &viewID)
    try f.uint(4, "temporal_id", &temporalID)
    try f.reserved(2)
  }
}

/// The layers of a sub-track.
public struct SVCSubTrackLayerBox: BoxBody {
  public static let type: FourCC = "sstl"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var header = FullBoxHeader()
  public var items: [SubTrackLayer] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("items", &items, count: .bits(16, "item_count"))
  }
}

/// A layer of a sub-track.
public struct SubTrackLayer: FieldCodable {
  public var dependencyID: UInt8 = 0
  public var qualityID: UInt8 = 0
  public var temporalID: UInt8 = 0
  public var priorityID: UInt8 = 0
  public var dependencyIDRange: UInt8 = 0
  public var qualityIDRange: UInt8 = 0
  public var temporalIDRange: UInt8 = 0
  public var priorityIDRange: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(3, "dependency_id", &dependencyID)
    try f.uint(4, "quality_id", &qualityID)
    try f.uint(3, "temporal_id", &temporalID)
    try f.uint(6, "priority_id", &priorityID)
    try f.uint(2, "dependency_id_range", &dependencyIDRange)
    try f.uint(2, "quality_id_range", &qualityIDRange)
    try f.uint(2, "temporal_id_range", &temporalIDRange)
    try f.uint(2, "priority_id_range", &priorityIDRange)
  }
}

/// The multiview groups of a sub-track.
public struct MVCSubTrackMultiviewGroupBox: BoxBody {
  public static let type: FourCC = "stmg"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var header = FullBoxHeader()
  public var multiviewGroupID: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(32, "MultiviewGroupId", &multiviewGroupID, count: .bits(16, "item_count"))
  }
}

/// The tiers of a sub-track.
public struct SubTrackTierBox: BoxBody {
  public static let type: FourCC = "stti"
  public static let specification = "ISO/IEC 14496-15 §6"

  public var header = FullBoxHeader()
  public var tierID: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(16, "tierID", &tierID, count: .bits(16, "item_count"))
  }
}

/// The groups of tiles of a sub-track.
public struct TileSubTrackGroupBox: BoxBody {
  public static let type: FourCC = "tstb"
  public static let specification = "ISO/IEC 14496-15 §10"

  public var header = FullBoxHeader()
  public var tileGroupID: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(16, "tileGroupID", &tileGroupID, count: .bits(16, "item_count"))
  }
}

/// The access unit delimiter that has to be inserted before a sample.
public struct AUDSampleEntry: RegisteredSyntax {
  public static let type: FourCC = "aud "
  public static let specification = "ISO/IEC 14496-15 §11"

  public var audNalUnit: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(24, "audNalUnit", &audNalUnit, as: .hex)
  }
}

/// The end of bitstream NAL unit that has to be inserted after a sample.
public struct EndOfBitstreamSampleEntry: RegisteredSyntax {
  public static let type: FourCC = "eob "
  public static let specification = "ISO/IEC 14496-15 §11"

  public var eobNalUnit: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "eobNalUnit", &eobNalUnit, as: .hex)
  }
}

/// The end of sequence NAL units that have to be inserted after a sample.
public struct EndOfSequenceSampleEntry: RegisteredSyntax {
  public static let type: FourCC = "eos "
  public static let specification = "ISO/IEC 14496-15 §11"

  public var nalUnits: [UInt16] = [0]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var countMinus1 = UInt8(clamping: max(nalUnits.count, 1) - 1)
    try f.uint(8, "num_eos_nal_unit_minus1", &countMinus1)
    try f.list(16, "eosNalUnit", &nalUnits, count: .exactly(Int(countMinus1) + 1), as: .hex)
  }
}

/// The decoding capability information of samples.
public struct DecodingCapabilityInformation: RegisteredSyntax {
  public static let type: FourCC = "dcfi"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var dciNalUnit = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("dci_nal_unit", &dciNalUnit, count: .bits(16, "dci_nal_unit_length"))
    f.describe(nalUnit: dciNalUnit)
  }
}

/// A parameter set that samples need.
public struct ParameterSetNALUEntry: RegisteredSyntax {
  public static let type: FourCC = "pase"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var psNalUnit = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("ps_nal_unit", &psNalUnit, count: .bits(16, "ps_nalu_length"))
    f.describe(nalUnit: psNalUnit)
  }
}

/// The kinds of parameter sets in samples.
public struct PSSampleGroupEntry: RegisteredSyntax {
  public static let type: FourCC = "pss1"
  public static let specification = "ISO/IEC 14496-15 §8"

  public var spsPresent = false
  public var ppsPresent = false
  public var apsPresent = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("sps_present", &spsPresent)
    try f.flag("pps_present", &ppsPresent)
    try f.flag("aps_present", &apsPresent)
    try f.reserved(5)
  }
}
