import VVC

/// The views of a sub-track.
struct MVCSubTrackViewBox: BoxBody {
  static let type: FourCC = "mstv"
  static let specification = "ISO/IEC 14496-15 §7"

  var header = FullBoxHeader()
  var items: [SubTrackView] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("items", &items, count: .bits(16, "item_count"))
  }
}

/// A view of a sub-track.
struct SubTrackView: FieldCodable {
  var viewID: UInt16 = 0
  var temporalID: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(10, "view_id", &viewID)
    try f.uint(4, "temporal_id", &temporalID)
    try f.reserved(2)
  }
}

/// The layers of a sub-track.
struct SVCSubTrackLayerBox: BoxBody {
  static let type: FourCC = "sstl"
  static let specification = "ISO/IEC 14496-15 §6"

  var header = FullBoxHeader()
  var items: [SubTrackLayer] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("items", &items, count: .bits(16, "item_count"))
  }
}

/// A layer of a sub-track.
struct SubTrackLayer: FieldCodable {
  var dependencyID: UInt8 = 0
  var qualityID: UInt8 = 0
  var temporalID: UInt8 = 0
  var priorityID: UInt8 = 0
  var dependencyIDRange: UInt8 = 0
  var qualityIDRange: UInt8 = 0
  var temporalIDRange: UInt8 = 0
  var priorityIDRange: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct MVCSubTrackMultiviewGroupBox: BoxBody {
  static let type: FourCC = "stmg"
  static let specification = "ISO/IEC 14496-15 §7"

  var header = FullBoxHeader()
  var multiviewGroupID: [UInt32] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(32, "MultiviewGroupId", &multiviewGroupID, count: .bits(16, "item_count"))
  }
}

/// The tiers of a sub-track.
struct SubTrackTierBox: BoxBody {
  static let type: FourCC = "stti"
  static let specification = "ISO/IEC 14496-15 §6"

  var header = FullBoxHeader()
  var tierID: [UInt16] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(16, "tierID", &tierID, count: .bits(16, "item_count"))
  }
}

/// The groups of tiles of a sub-track.
struct TileSubTrackGroupBox: BoxBody {
  static let type: FourCC = "tstb"
  static let specification = "ISO/IEC 14496-15 §10"

  var header = FullBoxHeader()
  var tileGroupID: [UInt16] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(16, "tileGroupID", &tileGroupID, count: .bits(16, "item_count"))
  }
}

/// The access unit delimiter that has to be inserted before a sample.
struct AUDSampleEntry: RegisteredSyntax {
  static let type: FourCC = "aud "
  static let specification = "ISO/IEC 14496-15 §11"

  var audNalUnit: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(24, "audNalUnit", &audNalUnit, as: .hex)
  }
}

/// The end of bitstream NAL unit that has to be inserted after a sample.
struct EndOfBitstreamSampleEntry: RegisteredSyntax {
  static let type: FourCC = "eob "
  static let specification = "ISO/IEC 14496-15 §11"

  var eobNalUnit: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "eobNalUnit", &eobNalUnit, as: .hex)
  }
}

/// The end of sequence NAL units that have to be inserted after a sample.
struct EndOfSequenceSampleEntry: RegisteredSyntax {
  static let type: FourCC = "eos "
  static let specification = "ISO/IEC 14496-15 §11"

  var nalUnits: [UInt16] = [0]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var countMinus1 = UInt8(clamping: max(nalUnits.count, 1) - 1)
    try f.uint(8, "num_eos_nal_unit_minus1", &countMinus1)
    try f.list(16, "eosNalUnit", &nalUnits, count: .exactly(Int(countMinus1) + 1), as: .hex)
  }
}

/// The decoding capability information of samples.
struct DecodingCapabilityInformation: RegisteredSyntax {
  static let type: FourCC = "dcfi"
  static let specification = "ISO/IEC 14496-15 §11"

  var dciNalUnit = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("dci_nal_unit", &dciNalUnit, count: .bits(16, "dci_nal_unit_length"))
    f.describe(nalUnit: dciNalUnit)
  }
}

/// A parameter set that samples need.
struct ParameterSetNALUEntry: RegisteredSyntax {
  static let type: FourCC = "pase"
  static let specification = "ISO/IEC 14496-15 §11"

  var psNalUnit = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("ps_nal_unit", &psNalUnit, count: .bits(16, "ps_nalu_length"))
    f.describe(nalUnit: psNalUnit)
  }
}

/// The kinds of parameter sets in samples.
struct PSSampleGroupEntry: RegisteredSyntax {
  static let type: FourCC = "pss1"
  static let specification = "ISO/IEC 14496-15 §8"

  var spsPresent = false
  var ppsPresent = false
  var apsPresent = false

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("sps_present", &spsPresent)
    try f.flag("pps_present", &ppsPresent)
    try f.flag("aps_present", &apsPresent)
    try f.reserved(5)
  }
}
