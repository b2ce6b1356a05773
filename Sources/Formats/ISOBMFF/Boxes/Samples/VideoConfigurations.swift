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
public struct GammaBox: BoxBody {
  public static let type: FourCC = "gama"
  public static let specification = "QuickTime File Format: Video sample description extensions"

  /// 16.16.
  public var gamma: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct HDRVividConfigurationBox: BoxBody {
  public static let type: FourCC = "cuvv"
  public static let specification = "T/UWA 005.2"

  /// A bit for each version, from the first on.
  public var versionMap: UInt16 = 1
  public var terminalProvideCode: UInt16 = 4
  public var terminalProvideOrientedCode: UInt16 = 5

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "cuva_version_map", &versionMap, as: .hex)
    try f.uint(16, "terminal_provide_code", &terminalProvideCode)
    try f.uint(16, "terminal_provide_oriented_code", &terminalProvideOrientedCode)
    try f.reserved(128)
  }
}
