import VVC

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
