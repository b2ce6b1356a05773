/// The position of chroma samples relative to luma samples.
public struct ChromaLocationBox: BoxBody {
  public static let type: FourCC = "cloc"
  public static let specification = "ISO/IEC 23001-17 §6.1.4"

  public var header = FullBoxHeader()
  /// The position of chroma samples (`chroma_sample_loc_type` of ITU-T H.273).
  public var chromaLocation: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "chroma_location", &chromaLocation)
  }
}

/// How two views share a picture.
public struct FramePackingInformationBox: BoxBody {
  public static let type: FourCC = "fpac"
  public static let specification = "ISO/IEC 23001-17 §6.1.8"

  public var header = FullBoxHeader()
  /// Code points of ITU-T H.273.
  public var videoFramePackingType: UInt8 = 0
  public var packedContentInterpretationType: UInt8 = 0
  public var isQuincunxSampled = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(4, "VideoFramePackingType", &videoFramePackingType)
    try f.uint(4, "PackedContentInterpretationType", &packedContentInterpretationType)
    try f.flag("QuincunxSamplingFlag", &isQuincunxSampled)
    try f.reserved(7)
  }
}

/// The clock that gave the times of samples or items.
public struct TAIClockInfoBox: BoxBody {
  public static let type: FourCC = "taic"
  public static let specification = "ISO/IEC 23001-17 Amd 1"

  public var header = FullBoxHeader()
  /// Nanoseconds, all ones if it is not known.
  public var timeUncertainty: UInt64 = .max
  /// Nanoseconds.
  public var clockResolution: UInt32 = 0
  /// Picoseconds in a second; the largest number if it is not known.
  public var clockDriftRate: Int32 = .max
  public var clockType: UInt8 = 0

  static let types: ValueNames = [
    0: "unknown", 1: "not synchronised to an atomic clock", 2: "synchronised to an atomic clock",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(64, "time_uncertainty", &timeUncertainty)
    try f.uint(32, "clock_resolution", &clockResolution)
    try f.int(32, "clock_drift_rate", &clockDriftRate)
    try f.uint(2, "clock_type", &clockType, as: .names(Self.types))
    try f.reserved(6)
  }
}

/// The capture time of an item.
public struct TAITimestampBox: BoxBody {
  public static let type: FourCC = "itai"
  public static let specification = "ISO/IEC 23001-17 Amd 1"

  public var header = FullBoxHeader()
  /// Nanoseconds since 1958-01-01 in international atomic time.
  public var taiTimestamp: UInt64 = 0
  public var isSynchronized = false
  public var didGenerationFail = false
  public var isModified = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(64, "TAI_timestamp", &taiTimestamp)
    try f.flag("synchronization_state", &isSynchronized)
    try f.flag("timestamp_generation_failure", &didGenerationFail)
    try f.flag("timestamp_is_modified", &isModified)
    try f.reserved(5)
  }
}
