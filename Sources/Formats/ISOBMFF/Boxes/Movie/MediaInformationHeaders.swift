/// How video is drawn.
public struct VideoMediaHeaderBox: BoxBody {
  public static let type: FourCC = "vmhd"
  public static let specification = "ISO/IEC 14496-12 §12.1.2"

  public var header = FullBoxHeader(flags: 1)
  public var graphicsMode: UInt16 = 0
  /// Red, green, blue.
  public var opcolor: [UInt16] = [0, 0, 0]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "graphicsmode", &graphicsMode)
    try f.list(16, "opcolor", &opcolor, count: .exactly(3))
  }
}

/// How audio is balanced.
public struct SoundMediaHeaderBox: BoxBody {
  public static let type: FourCC = "smhd"
  public static let specification = "ISO/IEC 14496-12 §12.2.2"

  public var header = FullBoxHeader()
  /// 8.8: −1 is full left, 1 is full right.
  public var balance: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(16, "balance", &balance, as: .fixed(fraction: 8))
    try f.reserved(16)
  }
}

/// The header of media without a header of their own: timed metadata, timed text.
public struct NullMediaHeaderBox: BoxBody {
  public static let type: FourCC = "nmhd"
  public static let specification = "ISO/IEC 14496-12 §8.4.5.2"

  public var header = FullBoxHeader()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
  }
}

/// The header of hint tracks.
struct HintMediaHeaderBox: BoxBody {
  static let type: FourCC = "hmhd"
  static let specification = "ISO/IEC 14496-12 §12.4.3"

  var header = FullBoxHeader()
  var maxPDUSize: UInt16 = 0
  var avgPDUSize: UInt16 = 0
  var maxBitrate: UInt32 = 0
  var avgBitrate: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "maxPDUsize", &maxPDUSize)
    try f.uint(16, "avgPDUsize", &avgPDUSize)
    try f.uint(32, "maxbitrate", &maxBitrate)
    try f.uint(32, "avgbitrate", &avgBitrate)
    try f.reserved(32)
  }
}

/// The loudness of a track (`tlou`) or its album (`alou`).
struct LoudnessBaseBox: BoxBody {
  static let type: FourCC = "tlou"
  static let specification = "ISO/IEC 14496-12 §12.2.7"

  var header = FullBoxHeader()
  /// The kind of measured audio, since version 2: 1 and 2 for a group of elements, 3 for a group of presets
  /// (ISO/IEC 23008-3).
  var loudnessInfoType: UInt8 = 0
  var maeGroupID: UInt8 = 0
  /// Version 0 has exactly one.
  var loudness: [Loudness] = [Loudness()]

  /// The loudness for one choice of downmix, dynamic range control and equaliser.
  struct Loudness: FieldCodable {
    /// The ID of the equaliser set; from version 1 on.
    var eqSetID: UInt8 = 0
    var downmixID: UInt8 = 0
    var drcSetID: UInt8 = 0
    /// 12 bits, coded according to ISO/IEC 23003-4, like all levels.
    var samplePeakLevel: Int16 = 0
    var truePeakLevel: Int16 = 0
    var measurementSystemForTP: UInt8 = 0
    var reliabilityForTP: UInt8 = 0
    var measurements: [Measurement] = []

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      if f.scope.version >= 1 {
        try f.reserved(2)
        try f.uint(6, "EQ_set_ID", &eqSetID)
      }
      try f.reserved(3)
      try f.uint(7, "downmix_ID", &downmixID)
      try f.uint(6, "DRC_set_ID", &drcSetID)
      try f.int(12, "bs_sample_peak_level", &samplePeakLevel)
      try f.int(12, "bs_true_peak_level", &truePeakLevel)
      try f.uint(4, "measurement_system_for_TP", &measurementSystemForTP)
      try f.uint(4, "reliability_for_TP", &reliabilityForTP)
      try f.list("measurements", &measurements, count: .bits(8, "measurement_count"))
    }
  }

  /// One measurement.
  struct Measurement: FieldCodable {
    var methodDefinition: UInt8 = 0
    var methodValue: UInt8 = 0
    var measurementSystem: UInt8 = 0
    var reliability: UInt8 = 0

    static let methods: ValueNames = [
      1: "program loudness", 2: "anchor loudness", 3: "maximum of range",
      4: "maximum momentary loudness", 5: "maximum short-term loudness", 6: "loudness range",
      7: "mixing level", 8: "room type", 9: "short-term loudness",
    ]

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "method_definition", &methodDefinition, as: .names(Self.methods))
      try f.uint(8, "method_value", &methodValue)
      try f.uint(4, "measurement_system", &measurementSystem)
      try f.uint(4, "reliability", &reliability)
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...2)
    var count = UInt8(clamping: loudness.count)
    switch header.version {
    case 0: if f.isDecoding { count = 1 }
    case 1:
      try f.reserved(2)
      try f.uint(6, "loudness_base_count", &count)
    default:
      try f.uint(2, "loudness_info_type", &loudnessInfoType)
      try f.uint(6, "loudness_base_count", &count)
      switch loudnessInfoType {
      case 0: break
      case 3:
        try f.reserved(3)
        try f.uint(5, "mae_group_preset_ID", &maeGroupID)
      default:
        try f.reserved(1)
        try f.uint(7, "mae_group_ID", &maeGroupID)
      }
    }
    try f.list("loudness", &loudness, count: .exactly(Int(count)))
  }
}
