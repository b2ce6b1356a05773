/// The number of samples after which decoding is correct (`roll`), or that have to be decoded before (`prol`).
public struct RollRecoveryEntry: RegisteredSyntax {
  public static let type: FourCC = "roll"
  public static let specification = "ISO/IEC 14496-12 §10.1"

  /// Negative numbers stand for samples before.
  public var rollDistance: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(16, "roll_distance", &rollDistance)
  }
}

/// Decoding can start here (`rap `).
public struct VisualRandomAccessEntry: RegisteredSyntax {
  public static let type: FourCC = "rap "
  public static let specification = "ISO/IEC 14496-12 §10.4"

  public var isNumberOfLeadingSamplesKnown = false
  public var numberOfLeadingSamples: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("num_leading_samples_known", &isNumberOfLeadingSamplesKnown)
    try f.uint(7, "num_leading_samples", &numberOfLeadingSamples)
  }
}

/// Decoding can start here, if the closest preceding sample at which decoding can start is available.
public struct VisualDRAPEntry: RegisteredSyntax {
  public static let type: FourCC = "drap"
  public static let specification = "ISO/IEC 14496-12 §10.8"

  public var drapType: UInt8 = 1
  public var reserved: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(3, "DRAP_type", &drapType)
    try f.uint(29, "reserved", &reserved, as: .hex)
  }
}

/// A stream access point.
public struct SAPEntry: RegisteredSyntax {
  public static let type: FourCC = "sap "
  public static let specification = "ISO/IEC 14496-12 §10.6"

  public var isDependent = false
  public var reserved: UInt8 = 0
  public var sapType: UInt8 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("dependent_flag", &isDependent)
    try f.uint(3, "reserved", &reserved)
    try f.uint(4, "SAP_type", &sapType)
  }
}

/// A level of samples that do not depend on samples of higher levels (`tele`).
public struct TemporalLevelEntry: RegisteredSyntax {
  public static let type: FourCC = "tele"
  public static let specification = "ISO/IEC 14496-12 §10.5"

  public var isIndependentlyDecodable = false
  public var reserved: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("level_independently_decodable", &isIndependentlyDecodable)
    try f.uint(7, "reserved", &reserved)
  }
}

/// Sync samples of HEVC, and the type of their NAL units (ISO/IEC 14496-15 §8.4.6).
public struct SyncSampleEntry: RegisteredSyntax {
  public static let type: FourCC = "sync"
  public static let specification = "ISO/IEC 14496-15 §8.4.4"

  public var reserved: UInt8 = 0
  public var nalUnitType: UInt8 = 19

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(2, "reserved", &reserved)
    try f.uint(6, "NAL_unit_type", &nalUnitType)
  }
}

/// A temporal layer of HEVC, and the capabilities for decoding up to it (ISO/IEC 14496-15).
public struct TemporalLayerEntry: RegisteredSyntax {
  public static let type: FourCC = "tscl"
  public static let specification = "ISO/IEC 14496-15 §9.6.2"

  public var temporalLayerID: UInt8 = 0
  public var profileSpace: UInt8 = 0
  public var isHighTier = false
  public var profileIDC: UInt8 = 1
  public var profileCompatibilityFlags: UInt32 = 0
  /// 48 bits.
  public var constraintIndicatorFlags: UInt64 = 0
  public var levelIDC: UInt8 = 93
  /// Thousands of bits per second.
  public var maxBitRate: UInt16 = 0
  public var avgBitRate: UInt16 = 0
  public var constantFrameRate: UInt8 = 0
  /// Frames in 256 seconds.
  public var avgFrameRate: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "temporalLayerId", &temporalLayerID)
    try f.uint(2, "tlprofile_space", &profileSpace)
    try f.flag("tltier_flag", &isHighTier)
    try f.uint(5, "tlprofile_idc", &profileIDC)
    try f.uint(32, "tlprofile_compatibility_flags", &profileCompatibilityFlags, as: .hex)
    try f.uint(48, "tlconstraint_indicator_flags", &constraintIndicatorFlags, as: .hex)
    try f.uint(8, "tllevel_idc", &levelIDC)
    try f.uint(16, "tlMaxBitRate", &maxBitRate)
    try f.uint(16, "tlAvgBitRate", &avgBitRate)
    try f.uint(8, "tlConstantFrameRate", &constantFrameRate)
    try f.uint(16, "tlAvgFrameRate", &avgFrameRate)
  }
}

/// A picture of a sequence, and its reference pictures (`refs`, ISO/IEC 23008-12).
public struct DirectReferenceSamplesList: RegisteredSyntax {
  public static let type: FourCC = "refs"
  public static let specification = "ISO/IEC 23008-12 §7.4"

  public var sampleID: UInt32 = 0
  public var directReferenceSampleIDs: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "sample_id", &sampleID)
    try f.list(
      32, "direct_reference_sample_id", &directReferenceSampleIDs,
      count: .bits(8, "num_direct_reference_samples"))
  }
}

/// How the samples of a group are encrypted (`seig`, ISO/IEC 23001-7 §6).
public struct CencSampleEncryptionInformationGroupEntry: RegisteredSyntax {
  public static let type: FourCC = "seig"
  public static let specification = "ISO/IEC 23001-7 §6"

  public var reserved: UInt8 = 0
  /// How much is encrypted at a time, in units of 16 bytes.
  public var cryptByteBlock: UInt8 = 0
  public var skipByteBlock: UInt8 = 0
  public var isProtected: UInt8 = 1
  public var perSampleIVSize: UInt8 = 8
  /// 16 bytes.
  public var kid = Bytes([UInt8](repeating: 0, count: 16))
  /// The initialisation vector of all samples; only if samples have none of their own.
  public var constantIV = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "reserved", &reserved)
    try f.uint(4, "crypt_byte_block", &cryptByteBlock)
    try f.uint(4, "skip_byte_block", &skipByteBlock)
    try f.uint(8, "isProtected", &isProtected)
    try f.uint(8, "Per_Sample_IV_Size", &perSampleIVSize)
    try f.bytes("KID", &kid, count: .exactly(16))
    if isProtected == 1, perSampleIVSize == 0 {
      try f.bytes("constant_IV", &constantIV, count: .bits(8, "constant_IV_size"))
    }
  }
}
