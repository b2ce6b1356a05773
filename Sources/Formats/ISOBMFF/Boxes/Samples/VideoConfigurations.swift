/// VP8 and VP9.
public struct VPCodecConfigurationBox: BoxBody {
  public static let type: FourCC = "vpcC"
  public static let specification = "VP Codec ISO Media File Format Binding §2.2"

  public var header = FullBoxHeader(version: 1)
  public var profile: UInt8 = 0
  public var level: UInt8 = 0
  public var bitDepth: UInt8 = 8
  public var chromaSubsampling: UInt8 = 1
  public var isFullRange = false
  public var colourPrimaries: UInt8 = 2
  public var transferCharacteristics: UInt8 = 2
  public var matrixCoefficients: UInt8 = 2
  /// The colour space in version 0, a draft, instead of primaries and matrix.
  public var colorSpace: UInt8 = 0
  public var codecInitializationData = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(8, "profile", &profile)
    try f.uint(8, "level", &level)
    try f.uint(4, "bitDepth", &bitDepth)
    if header.version == 0 {
      try f.uint(4, "colorSpace", &colorSpace)
      try f.uint(4, "chromaSubsampling", &chromaSubsampling)
      try f.uint(3, "transferFunction", &transferCharacteristics)
      try f.flag("videoFullRangeFlag", &isFullRange)
    } else {
      try f.uint(3, "chromaSubsampling", &chromaSubsampling)
      try f.flag("videoFullRangeFlag", &isFullRange)
      try f.uint(8, "colourPrimaries", &colourPrimaries)
      try f.uint(8, "transferCharacteristics", &transferCharacteristics)
      try f.uint(8, "matrixCoefficients", &matrixCoefficients)
    }
    try f.bytes(
      "codecInitializationData", &codecInitializationData,
      count: .bits(16, "codecInitializationDataSize"))
  }
}

/// Dolby Vision: `dvcC`, `dvvC`, `dvwC`.
public struct DOVIConfigurationBox: BoxBody {
  public static let type: FourCC = "dvcC"
  public static let specification = "Dolby Vision Streams Within ISO BMFF §3.2"

  public var versionMajor: UInt8 = 1
  public var versionMinor: UInt8 = 0
  public var profile: UInt8 = 8
  public var level: UInt8 = 0
  public var hasRPU = true
  public var hasEnhancementLayer = false
  public var hasBaseLayer = true
  public var baseLayerCompatibilityID: UInt8 = 0
  /// How the metadata of pictures are compressed.
  public var metadataCompression: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "dv_version_major", &versionMajor)
    try f.uint(8, "dv_version_minor", &versionMinor)
    try f.uint(7, "dv_profile", &profile)
    try f.uint(6, "dv_level", &level)
    try f.flag("rpu_present_flag", &hasRPU)
    try f.flag("el_present_flag", &hasEnhancementLayer)
    try f.flag("bl_present_flag", &hasBaseLayer)
    try f.uint(4, "dv_bl_signal_compatibility_id", &baseLayerCompatibilityID)
    try f.uint(
      2, "dv_md_compression", &metadataCompression,
      as: .names([0: "none", 1: "limited", 3: "extended"]))
    try f.reserved(26)
    try f.reserved(128)
  }
}

/// The rate of bits.
public struct BitRateBox: BoxBody {
  public static let type: FourCC = "btrt"
  public static let specification = "ISO/IEC 14496-12 §8.5.2"

  public var bufferSizeDB: UInt32 = 0
  public var maxBitrate: UInt32 = 0
  public var avgBitrate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "bufferSizeDB", &bufferSizeDB)
    try f.uint(32, "maxBitrate", &maxBitrate)
    try f.uint(32, "avgBitrate", &avgBitrate)
  }
}

/// The references between pictures of a sequence.
public struct CodingConstraintsBox: BoxBody {
  public static let type: FourCC = "ccst"
  public static let specification = "ISO/IEC 23008-12 §7.2.3"

  public var header = FullBoxHeader()
  public var allRefPicsIntra = true
  public var isIntraPredUsed = true
  /// 15: any number.
  public var maxRefPerPic: UInt8 = 15

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.flag("all_ref_pics_intra", &allRefPicsIntra)
    try f.flag("intra_pred_used", &isIntraPredUsed)
    try f.uint(4, "max_ref_per_pic", &maxRefPerPic)
    try f.reserved(26)
  }
}

/// The type of an auxiliary track: a URN.
public struct AuxiliaryTypeInfoBox: BoxBody {
  public static let type: FourCC = "auxi"
  public static let specification = "ISO/IEC 23008-12 §7.5.3"

  public var header = FullBoxHeader()
  public var auxTrackType: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("aux_track_type", &auxTrackType)
  }
}

/// QuickTime: whether a picture consists of two fields, and their order.
public struct FieldHandlingBox: BoxBody {
  public static let type: FourCC = "fiel"
  public static let specification = "QuickTime File Format: Video sample description extensions"

  public var fieldCount: UInt8 = 1
  public var fieldOrdering: UInt8 = 0

  /// The field that is shown first, of the rows of a picture: 1 for the one with the top row, 2 for the other; 0 if
  /// there is only one, or if it is unknown. Apple's Technical Note 2162 says which rows 9 and 14 are about.
  public var firstField: UInt8 {
    guard fieldCount == 2 else { return 0 }
    return [1: 1, 9: 1, 6: 2, 14: 2][fieldOrdering] ?? 0
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "field_count", &fieldCount)
    try f.uint(
      8, "field_ordering", &fieldOrdering,
      as: .names([
        0: "unknown", 1: "top shown and stored first", 6: "bottom shown and stored first",
        9: "bottom shown first, top stored first", 14: "top shown first, bottom stored first",
      ]))
  }
}

/// QuickTime: the exponent of the transfer function.
struct GammaBox: BoxBody {
  static let type: FourCC = "gama"
  static let specification = "QuickTime File Format: Video sample description extensions"

  /// 16.16.
  var gamma: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "gamma", &gamma, as: .fixed(fraction: 16))
  }
}

/// H.263.
public struct H263SpecificBox: BoxContainer {
  public static let type: FourCC = "d263"
  public static let specification = "3GPP TS 26.244 §6.8"

  public var vendor = FourCC(rawValue: 0)
  public var decoderVersion: UInt8 = 0
  public var level: UInt8 = 10
  public var profile: UInt8 = 0
  /// `bitr`, or none.
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("vendor", &vendor)
    try f.uint(8, "decoder_version", &decoderVersion)
    try f.uint(8, "H263_Level", &level)
    try f.uint(8, "H263_Profile", &profile)
    try f.boxes(&children)
  }
}

/// That a video has the dynamic metadata of HDR Vivid.
struct HDRVividConfigurationBox: BoxBody {
  static let type: FourCC = "cuvv"
  static let specification = "T/UWA 005.2"

  /// A bit for each version, from the first on.
  var versionMap: UInt16 = 1
  var terminalProvideCode: UInt16 = 4
  var terminalProvideOrientedCode: UInt16 = 5

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "cuva_version_map", &versionMap, as: .hex)
    try f.uint(16, "terminal_provide_code", &terminalProvideCode)
    try f.uint(16, "terminal_provide_oriented_code", &terminalProvideOrientedCode)
    try f.reserved(128)
  }
}

/// VC-1.
public struct VC1SpecificBox: BoxBody {
  public static let type: FourCC = "dvc1"
  public static let specification = "SMPTE RP 2025"

  /// 12: Advanced. The fields after the level are those of this profile.
  public var profile: UInt8 = 12
  public var level: UInt8 = 0
  public var advancedLevel: UInt8 = 0
  public var isConstantRate = false
  public var hasNoInterlace = false
  public var hasOneSequenceHeader = false
  public var hasOneEntryPoint = false
  public var hasNoSlices = false
  public var hasNoBFrames = false
  /// Rounded; 2^32 - 1 if not known.
  public var frameRate: UInt32 = .max
  /// The headers of the sequence and the entry point, with start codes; or the data of other profiles.
  public var headers = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(4, "profile", &profile, as: .names([0: "Simple", 4: "Main", 12: "Advanced"]))
    try f.uint(3, "level", &level)
    try f.reserved(1)
    if profile == 12 {
      try f.uint(3, "level", &advancedLevel)
      try f.flag("cbr", &isConstantRate)
      try f.reserved(6)
      try f.flag("no_interlace", &hasNoInterlace)
      try f.flag("no_multiple_seq", &hasOneSequenceHeader)
      try f.flag("no_multiple_entry", &hasOneEntryPoint)
      try f.flag("no_slice_code", &hasNoSlices)
      try f.flag("no_bframe", &hasNoBFrames)
      try f.reserved(1)
      try f.uint(32, "framerate", &frameRate)
    }
    try f.bytes("seqhdr_ephdr", &headers, count: .toEnd)
  }
}

/// The display on which VP9 was mastered.
public struct SMPTE2086MasteringDisplayMetadataBox: BoxBody {
  public static let type: FourCC = "SmDm"
  public static let specification = "VP Codec ISO Media File Format Binding"

  public var header = FullBoxHeader()
  /// Chromaticities are 0.16, in red, green, blue.
  public var redX: UInt16 = 0
  public var redY: UInt16 = 0
  public var greenX: UInt16 = 0
  public var greenY: UInt16 = 0
  public var blueX: UInt16 = 0
  public var blueY: UInt16 = 0
  public var whiteX: UInt16 = 0
  public var whiteY: UInt16 = 0
  /// 24.8 candelas per square metre.
  public var luminanceMax: UInt32 = 0
  /// 18.14 candelas per square metre.
  public var luminanceMin: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "primaryRChromaticity_x", &redX, as: .fixed(fraction: 16))
    try f.uint(16, "primaryRChromaticity_y", &redY, as: .fixed(fraction: 16))
    try f.uint(16, "primaryGChromaticity_x", &greenX, as: .fixed(fraction: 16))
    try f.uint(16, "primaryGChromaticity_y", &greenY, as: .fixed(fraction: 16))
    try f.uint(16, "primaryBChromaticity_x", &blueX, as: .fixed(fraction: 16))
    try f.uint(16, "primaryBChromaticity_y", &blueY, as: .fixed(fraction: 16))
    try f.uint(16, "whitePointChromaticity_x", &whiteX, as: .fixed(fraction: 16))
    try f.uint(16, "whitePointChromaticity_y", &whiteY, as: .fixed(fraction: 16))
    try f.uint(32, "luminanceMax", &luminanceMax, as: .fixed(fraction: 8))
    try f.uint(32, "luminanceMin", &luminanceMin, as: .fixed(fraction: 14))
  }
}

/// How bright the content of VP9 is, in candelas per square metre.
public struct VPContentLightLevelBox: BoxBody {
  public static let type: FourCC = "CoLL"
  public static let specification = "VP Codec ISO Media File Format Binding"

  public var header = FullBoxHeader()
  public var maxCLL: UInt16 = 0
  public var maxFALL: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "maxCLL", &maxCLL)
    try f.uint(16, "maxFALL", &maxFALL)
  }
}

/// APV: the frames that a stream has.
struct APVDecoderConfigurationBox: BoxBody {
  static let type: FourCC = "apvC"
  static let specification = "APV ISO BMFF binding, APVDecoderConfigurationRecord"

  var header = FullBoxHeader()
  var configurationVersion: UInt8 = 1
  var entries: [Entry] = []

  /// A kind of unit, and the frames in such units.
  struct Entry: FieldCodable {
    /// 1 is the primary frame.
    var unitType: UInt8 = 1
    var frames: [FrameInfo] = []

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(
        8, "pbu_type", &unitType,
        as: .names([
          1: "primary frame", 2: "non-primary frame", 25: "preview frame", 26: "depth frame",
          27: "alpha frame", 65: "access unit information", 66: "metadata", 67: "filler",
        ]))
      try f.list("frame_info", &frames, count: .bits(8, "number_of_frame_info"))
    }
  }

  /// The capabilities that a frame needs.
  struct FrameInfo: FieldCodable {
    var ignoresCaptureTimeDistance = false
    var profile: UInt8 = 33
    /// 30 times the level.
    var level: UInt8 = 0
    var band: UInt8 = 0
    var width: UInt32 = 0
    var height: UInt32 = 0
    var chromaFormat: UInt8 = 2
    var bitDepthMinus8: UInt8 = 2
    var captureTimeDistance: UInt8 = 0
    var colour: Colour?

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.reserved(6)
      var hasColour = colour != nil
      try f.flag("color_description_present_flag", &hasColour)
      try f.flag("capture_time_distance_ignored", &ignoresCaptureTimeDistance)
      try f.uint(8, "profile_idc", &profile)
      try f.uint(8, "level_idc", &level)
      try f.uint(8, "band_idc", &band)
      try f.uint(32, "frame_width", &width)
      try f.uint(32, "frame_height", &height)
      try f.uint(
        4, "chroma_format_idc", &chromaFormat,
        as: .names([0: "4:0:0", 2: "4:2:2", 3: "4:4:4", 4: "4:4:4:4"]))
      try f.uint(4, "bit_depth_minus8", &bitDepthMinus8)
      try f.uint(8, "capture_time_distance", &captureTimeDistance)
      if f.isDecoding { colour = hasColour ? Colour() : nil }
      try colour?.fields(&f)
    }
  }

  /// The colours (ISO/IEC 23091-2).
  struct Colour: FieldCodable {
    var primaries: UInt8 = 2
    var transferCharacteristics: UInt8 = 2
    var matrixCoefficients: UInt8 = 2
    var isFullRange = false

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "color_primaries", &primaries)
      try f.uint(8, "transfer_characteristics", &transferCharacteristics)
      try f.uint(8, "matrix_coefficients", &matrixCoefficients)
      try f.flag("full_range_flag", &isFullRange)
      try f.reserved(7)
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.list("entries", &entries, count: .bits(8, "number_of_configuration_entry"))
  }
}
