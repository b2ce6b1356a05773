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
struct VisualRandomAccessEntry: RegisteredSyntax {
  static let type: FourCC = "rap "
  static let specification = "ISO/IEC 14496-12 §10.4"

  var isNumberOfLeadingSamplesKnown = false
  var numberOfLeadingSamples: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("num_leading_samples_known", &isNumberOfLeadingSamplesKnown)
    try f.uint(7, "num_leading_samples", &numberOfLeadingSamples)
  }
}

/// Decoding can start here, if the closest preceding sample at which decoding can start is available.
struct VisualDRAPEntry: RegisteredSyntax {
  static let type: FourCC = "drap"
  static let specification = "ISO/IEC 14496-12 §10.8"

  var drapType: UInt8 = 1
  var reserved: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(3, "DRAP_type", &drapType)
    try f.uint(29, "reserved", &reserved, as: .hex)
  }
}

/// A stream access point.
struct SAPEntry: RegisteredSyntax {
  static let type: FourCC = "sap "
  static let specification = "ISO/IEC 14496-12 §10.6"

  var isDependent = false
  var reserved: UInt8 = 0
  var sapType: UInt8 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("dependent_flag", &isDependent)
    try f.uint(3, "reserved", &reserved)
    try f.uint(4, "SAP_type", &sapType)
  }
}

/// A level of samples that do not depend on samples of higher levels (`tele`).
struct TemporalLevelEntry: RegisteredSyntax {
  static let type: FourCC = "tele"
  static let specification = "ISO/IEC 14496-12 §10.5"

  var isIndependentlyDecodable = false
  var reserved: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("level_independently_decodable", &isIndependentlyDecodable)
    try f.uint(7, "reserved", &reserved)
  }
}

/// Sync samples of HEVC, and the type of their NAL units (ISO/IEC 14496-15 §8.4.6).
struct SyncSampleEntry: RegisteredSyntax {
  static let type: FourCC = "sync"
  static let specification = "ISO/IEC 14496-15 §8.4.4"

  var reserved: UInt8 = 0
  var nalUnitType: UInt8 = 19

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(2, "reserved", &reserved)
    try f.uint(6, "NAL_unit_type", &nalUnitType)
  }
}

/// A temporal layer of HEVC, and the capabilities for decoding up to it (ISO/IEC 14496-15).
struct TemporalLayerEntry: RegisteredSyntax {
  static let type: FourCC = "tscl"
  static let specification = "ISO/IEC 14496-15 §9.6.2"

  var temporalLayerID: UInt8 = 0
  var profileSpace: UInt8 = 0
  var isHighTier = false
  var profileIDC: UInt8 = 1
  var profileCompatibilityFlags: UInt32 = 0
  /// 48 bits.
  var constraintIndicatorFlags: UInt64 = 0
  var levelIDC: UInt8 = 93
  /// Thousands of bits per second.
  var maxBitRate: UInt16 = 0
  var avgBitRate: UInt16 = 0
  var constantFrameRate: UInt8 = 0
  /// Frames in 256 seconds.
  var avgFrameRate: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct DirectReferenceSamplesList: RegisteredSyntax {
  static let type: FourCC = "refs"
  static let specification = "ISO/IEC 23008-12 §7.4"

  var sampleID: UInt32 = 0
  var directReferenceSampleIDs: [UInt32] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "sample_id", &sampleID)
    try f.list(
      32, "direct_reference_sample_id", &directReferenceSampleIDs,
      count: .bits(8, "num_direct_reference_samples"))
  }
}

/// How the samples of a group are encrypted (`seig`, ISO/IEC 23001-7 §6).
struct CencSampleEncryptionInformationGroupEntry: RegisteredSyntax {
  static let type: FourCC = "seig"
  static let specification = "ISO/IEC 23001-7 §6"

  var reserved: UInt8 = 0
  /// How much is encrypted at a time, in units of 16 bytes.
  var cryptByteBlock: UInt8 = 0
  var skipByteBlock: UInt8 = 0
  var isProtected: UInt8 = 1
  var perSampleIVSize: UInt8 = 8
  /// 16 bytes.
  var kid = Bytes([UInt8](repeating: 0, count: 16))
  /// The initialisation vector of all samples; only if samples have none of their own.
  var constantIV = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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

/// How the fields of uncompressed pictures are interlaced.
struct FieldInterlaceTypeEntry: RegisteredSyntax {
  static let type: FourCC = "ilce"
  static let specification = "ISO/IEC 23001-17"

  var interlaceType: UInt8 = 0
  var isInterleaved = false
  var firstFieldType: UInt8 = 0
  var isBottomFirst = false

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(2, "interlace_type", &interlaceType)
    try f.flag("interleaved", &isInterleaved)
    try f.uint(1, "first_field_type", &firstFieldType)
    try f.flag("bottom_first", &isBottomFirst)
    try f.reserved(3)
  }
}

/// The kinds of groups that a reader has to know, in the order in which it applies them.
struct EssentialDescriptionsHierarchyEntry: RegisteredSyntax {
  static let type: FourCC = "esgh"
  static let specification = "ISO/IEC 14496-12 §10"

  var groupingTypes: [FourCC] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("grouping_type", &groupingTypes, count: .bits(32, "num_groupings"))
  }
}

/// A key frame that is shown later than the frames after it.
struct AV1ForwardKeyFrameSampleGroupEntry: RegisteredSyntax {
  static let type: FourCC = "av1f"
  static let specification = "AV1 in ISOBMFF §2.5"

  /// The number of frames after which it is shown.
  var forwardDistance: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "fwd_distance", &forwardDistance)
  }
}

/// A description without fields: belonging to the group says all.
struct SampleGroupEntryWithoutFields: RegisteredSyntax {
  static let type: FourCC = "av1s"
  static let specification = "AV1 in ISOBMFF §2"

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {}
}

/// An alternative startup sequence: samples from which decoding can start although they are not sync samples.
struct AlternativeStartupEntry: RegisteredSyntax {
  static let type: FourCC = "alst"
  static let specification = "ISO/IEC 14496-12 §10.3"

  var firstOutputSample: UInt16 = 0
  /// The difference of each sample's decoding time in the alternative.
  var sampleOffsets: [UInt32] = []
  /// `num_output_samples`, `num_total_samples`.
  var rates = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var count = UInt16(clamping: sampleOffsets.count)
    try f.uint(16, "roll_count", &count)
    try f.uint(16, "first_output_sample", &firstOutputSample)
    try f.list(32, "sample_offset", &sampleOffsets, count: .exactly(Int(count)))
    try f.table(
      "rates", &rates, count: .toEnd,
      columns: [.uint(16, "num_output_samples"), .uint(16, "num_total_samples")])
  }
}

/// Which share of the rate of bits the samples of a track get.
struct RateShareEntry: RegisteredSyntax {
  static let type: FourCC = "rash"
  static let specification = "ISO/IEC 14496-12 §10.2"

  var operationPoints: [OperationPoint] = [OperationPoint()]
  /// The maximum bit rate, in kilobits per second; 0 if there is no limit.
  var maximumBitrate: UInt32 = 0
  var minimumBitrate: UInt32 = 0
  var discardPriority: UInt8 = 0

  /// The share at a rate of bits.
  struct OperationPoint: Equatable, Sendable {
    /// Kilobits per second; a single point has none.
    var availableBitrate: UInt32 = 0
    /// Percent.
    var targetRateShare: UInt16 = 0
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var count = UInt16(clamping: operationPoints.count)
    try f.uint(16, "operation_point_count", &count)
    try f.list(
      "operation_points", &operationPoints, count: .exactly(Int(count)), of: OperationPoint()
    ) { [count] (point, f) throws(FieldError) in
      if count != 1 { try f.uint(32, "available_bitrate", &point.availableBitrate) }
      try f.uint(16, "target_rate_share", &point.targetRateShare)
    }
    try f.uint(32, "maximum_bitrate", &maximumBitrate)
    try f.uint(32, "minimum_bitrate", &minimumBitrate)
    try f.uint(8, "discard_priority", &discardPriority)
  }
}

/// Metadata items of samples.
struct SampleToMetadataItemEntry: RegisteredSyntax {
  static let type: FourCC = "stmi"
  static let specification = "ISO/IEC 14496-12 §10.7"

  var metaBoxHandlerType: FourCC = "pict"
  var itemIDs: [UInt32] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("meta_box_handler_type", &metaBoxHandlerType)
    try f.list(32, "item_id", &itemIDs, count: .bits(32, "num_items"))
  }
}

/// Pictures with the same content as an item or a picture of another track.
struct VisualEquivalenceEntry: RegisteredSyntax {
  static let type: FourCC = "eqiv"
  static let specification = "ISO/IEC 23008-12 §7.5.2"

  /// The time from the picture to the other, in units of the multiplied timescale.
  var timeOffset: Int16 = 0
  /// 8.8.
  var timescaleMultiplier: UInt16 = 0x100

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(16, "time_offset", &timeOffset)
    try f.uint(16, "timescale_multiplier", &timescaleMultiplier, as: .fixed(fraction: 8))
  }
}

// The properties in which a picture of a series differs from the others: entries of sample groups, and the bodies of
// item properties.

/// The exposure difference of a picture.
struct AutoExposureBracketingEntry: RegisteredSyntax {
  static let type: FourCC = "aebr"
  static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  /// Steps in one stop: 1, 2, 3 or 4.
  var exposureStep: Int8 = 1
  var exposureNumerator: Int8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(8, "exposure_step", &exposureStep)
    try f.int(8, "exposure_numerator", &exposureNumerator)
  }
}

/// The difference of the flash's strength in stops.
struct FlashExposureBracketingEntry: RegisteredSyntax {
  static let type: FourCC = "afbr"
  static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  var flashExposureNumerator: Int8 = 0
  var flashExposureDenominator: Int8 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(8, "flash_exposure_numerator", &flashExposureNumerator)
    try f.int(8, "flash_exposure_denominator", &flashExposureDenominator)
  }
}

/// The difference of the aperture in stops.
struct DepthOfFieldBracketingEntry: RegisteredSyntax {
  static let type: FourCC = "dobr"
  static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  var fStopNumerator: Int8 = 0
  var fStopDenominator: Int8 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(8, "f_stop_numerator", &fStopNumerator)
    try f.int(8, "f_stop_denominator", &fStopDenominator)
  }
}

/// The distance of focus in metres; a denominator of 0 is infinity.
struct FocusBracketingEntry: RegisteredSyntax {
  static let type: FourCC = "fobr"
  static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  var focusDistanceNumerator: UInt16 = 0
  var focusDistanceDenominator: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "focus_distance_numerator", &focusDistanceNumerator)
    try f.uint(16, "focus_distance_denominator", &focusDistanceDenominator)
  }
}

/// The white that the colours were balanced for.
struct WhiteBalanceBracketingEntry: RegisteredSyntax {
  static let type: FourCC = "wbbr"
  static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  /// Kelvin.
  var blueAmber: UInt16 = 5500
  /// The shift in 1/100 Duv: green is positive.
  var greenMagenta: Int8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "blue_amber", &blueAmber)
    try f.int(8, "green_magenta", &greenMagenta)
  }
}

/// The position of a picture in a panorama.
struct PanoramaEntry: RegisteredSyntax {
  static let type: FourCC = "pano"
  static let specification = "ISO/IEC 23008-12 §6.8.8, §7.5.2"

  var frameNumber: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "frame_number", &frameNumber)
  }
}
