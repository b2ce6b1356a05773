/// The rates and the kind of samples of JPEG XS video.
struct JPEGXSVideoInformationBox: BoxBody {
  static let type: FourCC = "jpvi"
  static let specification = "ISO/IEC 21122-3 §A.5.3.2"

  /// Megabits per second.
  var bitRate: UInt32 = 0
  /// 0: frames; 1 and 2: fields, the top or the bottom one first.
  var interlaceMode: UInt8 = 0
  /// 1: the rate is the numerator; 2: it is divided by 1.001.
  var frameRateDenominator: UInt8 = 1
  var frameRateNumerator: UInt16 = 0
  var hasSampleCharacteristics = true
  var bitDepthMinus1: UInt8 = 9
  var samplingStructure: UInt8 = 0
  var timeCode: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "brat", &bitRate)
    try f.uint(2, "interlace_mode", &interlaceMode)
    try f.uint(6, "framerate_DENOMINATOR", &frameRateDenominator)
    try f.reserved(8)
    try f.uint(16, "framerate_NUMERATOR", &frameRateNumerator)
    try f.flag("schar_valid", &hasSampleCharacteristics)
    try f.reserved(7)
    try f.uint(4, "bit_depth_minus1", &bitDepthMinus1)
    try f.uint(
      4, "sampling_structure", &samplingStructure,
      as: .names([
        0: "4:2:2 (YCbCr)", 1: "4:4:4 (YCbCr)", 2: "4:4:4 (RGB)", 3: "4:2:0 (YCbCr)",
        4: "4:2:2:4 (YCbCrAux)", 5: "4:4:4:4 (YCbCrAux)", 6: "4:4:4:4 (RGBAux)",
      ]))
    try f.uint(32, "tcod", &timeCode, as: .hex)
  }
}

/// The profile and the level of JPEG XS.
struct JPEGXSProfileBox: BoxBody {
  static let type: FourCC = "jxpl"
  static let specification = "ISO/IEC 21122-3 §A.5.3.3"

  var profile: UInt16 = 0
  var level: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "Ppih", &profile, as: .hex)
    try f.uint(16, "Plev", &level, as: .hex)
  }
}
