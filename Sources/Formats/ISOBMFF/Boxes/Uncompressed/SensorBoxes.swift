/// The pattern of colour filters over the pixels of a sensor.
public struct ComponentPatternDefinitionBox: BoxBody {
  public static let type: FourCC = "cpat"
  public static let specification = "ISO/IEC 23001-17 §6.1.3"

  public var header = FullBoxHeader()
  public var patternWidth: UInt16 = 0
  public var patternHeight: UInt16 = 0
  /// Row by row: `component_index` into `cmpd`, `component_gain` (the bits of a float).
  public var pattern = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "pattern_width", &patternWidth)
    try f.uint(16, "pattern_height", &patternHeight)
    try f.table(
      "pattern", &pattern, count: .exactly(Int(patternWidth) * Int(patternHeight)),
      columns: [.uint(32, "component_index"), .uint(32, "component_gain", as: .float)])
  }
}

/// The pattern of polarisation filters over the pixels of a sensor.
public struct PolarizationPatternDefinitionBox: BoxBody {
  public static let type: FourCC = "splz"
  public static let specification = "ISO/IEC 23001-17 §6.1.5"

  public var header = FullBoxHeader()
  public var componentIndices: [UInt32] = []
  public var patternWidth: UInt16 = 0
  public var patternHeight: UInt16 = 0
  /// Row by row, the bits of floats, in degrees.
  public var angles = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(32, "component_index", &componentIndices, count: .bits(32, "component_count"))
    try f.uint(16, "pattern_width", &patternWidth)
    try f.uint(16, "pattern_height", &patternHeight)
    try f.table(
      "pattern", &angles, count: .exactly(Int(patternWidth) * Int(patternHeight)),
      columns: [.uint(32, "polarization_angle", as: .float)])
  }
}

/// Defective pixels of a sensor.
public struct SensorBadPixelsMapBox: BoxBody {
  public static let type: FourCC = "sbpm"
  public static let specification = "ISO/IEC 23001-17 §6.1.7"

  public var header = FullBoxHeader()
  public var componentIndices: [UInt32] = []
  public var isCorrectionApplied = false
  public var badRows: [UInt32] = []
  public var badColumns: [UInt32] = []
  /// `bad_pixel_row`, `bad_pixel_column`.
  public var badPixels = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(32, "component_index", &componentIndices, count: .bits(32, "component_count"))
    try f.flag("correction_applied", &isCorrectionApplied)
    try f.reserved(7)
    var rows = UInt32(clamping: badRows.count)
    var columns = UInt32(clamping: badColumns.count)
    var pixels = UInt32(clamping: badPixels.count)
    try f.uint(32, "num_bad_rows", &rows)
    try f.uint(32, "num_bad_cols", &columns)
    try f.uint(32, "num_bad_pixels", &pixels)
    try f.list(32, "bad_row", &badRows, count: .exactly(Int(rows)))
    try f.list(32, "bad_column", &badColumns, count: .exactly(Int(columns)))
    try f.table(
      "bad_pixels", &badPixels, count: .exactly(Int(pixels)),
      columns: [.uint(32, "bad_pixel_row"), .uint(32, "bad_pixel_column")])
  }
}

/// The correction of differences in the sensitivity of pixels.
public struct SensorNonUniformityCorrectionBox: BoxBody {
  public static let type: FourCC = "snuc"
  public static let specification = "ISO/IEC 23001-17 §6.1.6"

  public var header = FullBoxHeader()
  public var componentIndices: [UInt32] = []
  public var isCorrectionApplied = false
  public var imageWidth: UInt32 = 0
  public var imageHeight: UInt32 = 0
  /// The gain of each pixel, row by row: the bits of floats.
  public var gains = FieldTable()
  public var offsets = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(32, "component_index", &componentIndices, count: .bits(32, "component_count"))
    try f.flag("nuc_is_applied", &isCorrectionApplied)
    try f.reserved(7)
    try f.uint(32, "image_width", &imageWidth)
    try f.uint(32, "image_height", &imageHeight)
    let pixels = Int(clamping: UInt64(imageWidth) * UInt64(imageHeight))
    try f.table(
      "nuc_gains", &gains, count: .exactly(pixels), columns: [.uint(32, "nuc_gain", as: .float)])
    try f.table(
      "nuc_offsets", &offsets, count: .exactly(pixels),
      columns: [.uint(32, "nuc_offset", as: .float)])
  }
}

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
