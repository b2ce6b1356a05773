/// The pattern of colour filters over the pixels of a sensor.
struct ComponentPatternDefinitionBox: BoxBody {
  static let type: FourCC = "cpat"
  static let specification = "ISO/IEC 23001-17 §6.1.3"

  var header = FullBoxHeader()
  var patternWidth: UInt16 = 0
  var patternHeight: UInt16 = 0
  /// Row by row: `component_index` into `cmpd`, `component_gain` (the bits of a float).
  var pattern = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "pattern_width", &patternWidth)
    try f.uint(16, "pattern_height", &patternHeight)
    try f.table(
      "pattern", &pattern, count: .exactly(Int(patternWidth) * Int(patternHeight)),
      columns: [.uint(32, "component_index"), .uint(32, "component_gain", as: .float)])
  }
}

/// The pattern of polarisation filters over the pixels of a sensor.
struct PolarizationPatternDefinitionBox: BoxBody {
  static let type: FourCC = "splz"
  static let specification = "ISO/IEC 23001-17 §6.1.5"

  var header = FullBoxHeader()
  var componentIndices: [UInt32] = []
  var patternWidth: UInt16 = 0
  var patternHeight: UInt16 = 0
  /// Row by row, the bits of floats, in degrees.
  var angles = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct SensorBadPixelsMapBox: BoxBody {
  static let type: FourCC = "sbpm"
  static let specification = "ISO/IEC 23001-17 §6.1.7"

  var header = FullBoxHeader()
  var componentIndices: [UInt32] = []
  var isCorrectionApplied = false
  var badRows: [UInt32] = []
  var badColumns: [UInt32] = []
  /// `bad_pixel_row`, `bad_pixel_column`.
  var badPixels = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct SensorNonUniformityCorrectionBox: BoxBody {
  static let type: FourCC = "snuc"
  static let specification = "ISO/IEC 23001-17 §6.1.6"

  var header = FullBoxHeader()
  var componentIndices: [UInt32] = []
  var isCorrectionApplied = false
  var imageWidth: UInt32 = 0
  var imageHeight: UInt32 = 0
  /// The gain of each pixel, row by row: the bits of floats.
  var gains = FieldTable()
  var offsets = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct ChromaLocationBox: BoxBody {
  static let type: FourCC = "cloc"
  static let specification = "ISO/IEC 23001-17 §6.1.4"

  var header = FullBoxHeader()
  /// The position of chroma samples (`chroma_sample_loc_type` of ITU-T H.273).
  var chromaLocation: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "chroma_location", &chromaLocation)
  }
}

/// How two views share a picture.
struct FramePackingInformationBox: BoxBody {
  static let type: FourCC = "fpac"
  static let specification = "ISO/IEC 23001-17 §6.1.8"

  var header = FullBoxHeader()
  /// Code points of ITU-T H.273.
  var videoFramePackingType: UInt8 = 0
  var packedContentInterpretationType: UInt8 = 0
  var isQuincunxSampled = false

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(4, "VideoFramePackingType", &videoFramePackingType)
    try f.uint(4, "PackedContentInterpretationType", &packedContentInterpretationType)
    try f.flag("QuincunxSamplingFlag", &isQuincunxSampled)
    try f.reserved(7)
  }
}

/// The clock that gave the times of samples or items.
struct TAIClockInfoBox: BoxBody {
  static let type: FourCC = "taic"
  static let specification = "ISO/IEC 23001-17 Amd 1"

  var header = FullBoxHeader()
  /// Nanoseconds, all ones if it is not known.
  var timeUncertainty: UInt64 = .max
  /// Nanoseconds.
  var clockResolution: UInt32 = 0
  /// Picoseconds in a second; the largest number if it is not known.
  var clockDriftRate: Int32 = .max
  var clockType: UInt8 = 0

  static let types: ValueNames = [
    0: "unknown", 1: "not synchronised to an atomic clock", 2: "synchronised to an atomic clock",
  ]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(64, "time_uncertainty", &timeUncertainty)
    try f.uint(32, "clock_resolution", &clockResolution)
    try f.int(32, "clock_drift_rate", &clockDriftRate)
    try f.uint(2, "clock_type", &clockType, as: .names(Self.types))
    try f.reserved(6)
  }
}

/// The capture time of an item.
struct TAITimestampBox: BoxBody {
  static let type: FourCC = "itai"
  static let specification = "ISO/IEC 23001-17 Amd 1"

  var header = FullBoxHeader()
  /// Nanoseconds since 1958-01-01 in international atomic time.
  var taiTimestamp: UInt64 = 0
  var isSynchronized = false
  var didGenerationFail = false
  var isModified = false

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(64, "TAI_timestamp", &taiTimestamp)
    try f.flag("synchronization_state", &isSynchronized)
    try f.flag("timestamp_generation_failure", &didGenerationFail)
    try f.flag("timestamp_is_modified", &isModified)
    try f.reserved(5)
  }
}
