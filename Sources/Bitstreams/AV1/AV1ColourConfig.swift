public import FieldCoding
public import NALUnits

/// The sample format and what samples mean (`color_config`, AV1 §5.5.2).
public struct ColourConfig: Equatable, Sendable {
  public var isHighBitDepth = false
  /// Whether samples have 12 bits; only in the Professional profile with ``isHighBitDepth``.
  public var isTwelveBit = false
  public var isMonochrome = false
  public var description: ColourDescription?
  public var isFullRange = false
  public var subsamplingX = true
  public var subsamplingY = true
  /// The position of chroma samples; only for 4:2:0.
  public var chromaSamplePosition: UInt8 = 0
  public var hasSeparateUVDeltaQ = false

  public init() {}

  /// The bits of a sample (`BitDepth`, AV1 §6.4.2): 8, 10 or 12.
  public var bitDepth: Int { isHighBitDepth ? (isTwelveBit ? 12 : 10) : 8 }

  public var chromaFormat: ChromaFormat {
    switch (isMonochrome, subsamplingX, subsamplingY) {
    case (true, _, _): .monochrome
    case (false, true, true): .yuv420
    case (false, true, false): .yuv422
    case (false, false, _): .yuv444
    }
  }

  /// The names of the values (AV1 §6.4.2).
  public static let chromaSamplePositionNames: ValueNames = [
    0: "CSP_UNKNOWN", 1: "CSP_VERTICAL", 2: "CSP_COLOCATED", 3: "CSP_RESERVED",
  ]

  mutating func fields(_ f: inout FieldCoder, profile: Profile) throws(FieldError) {
    try f.flag("high_bitdepth", &isHighBitDepth)
    if profile.rawValue == 2 && isHighBitDepth {
      try f.flag("twelve_bit", &isTwelveBit)
    } else {
      isTwelveBit = false
    }
    if profile.rawValue == 1 {
      isMonochrome = false
    } else {
      try f.flag("mono_chrome", &isMonochrome)
    }
    try f.optional("color_description_present_flag", &description, blank: .init()) {
      (colour, f) throws(FieldError) in
      try f.uint(
        8, "color_primaries", &colour.colourPrimaries, as: .names(CodePoints.colourPrimaries))
      try f.uint(
        8, "transfer_characteristics", &colour.transferCharacteristics,
        as: .names(CodePoints.transferCharacteristics))
      try f.uint(
        8, "matrix_coefficients", &colour.matrixCoefficients,
        as: .names(CodePoints.matrixCoefficients))
    }
    if isMonochrome {
      try f.flag("color_range", &isFullRange)
      (subsamplingX, subsamplingY, chromaSamplePosition) = (true, true, 0)
      hasSeparateUVDeltaQ = false
      return
    }
    if isSRGB {
      (isFullRange, subsamplingX, subsamplingY) = (true, false, false)
    } else {
      try f.flag("color_range", &isFullRange)
      try subsamplingFields(&f, profile: profile)
      if subsamplingX && subsamplingY {
        try f.uint(
          2, "chroma_sample_position", &chromaSamplePosition,
          as: .names(ColourConfig.chromaSamplePositionNames))
      }
    }
    try f.flag("separate_uv_delta_q", &hasSeparateUVDeltaQ)
  }

  private mutating func subsamplingFields(
    _ f: inout FieldCoder, profile: Profile
  ) throws(FieldError) {
    switch profile.rawValue {
    case 0: (subsamplingX, subsamplingY) = (true, true)
    case 1: (subsamplingX, subsamplingY) = (false, false)
    default:
      guard bitDepth == 12 else {
        (subsamplingX, subsamplingY) = (true, false)
        return
      }
      try f.flag("subsampling_x", &subsamplingX)
      if subsamplingX { try f.flag("subsampling_y", &subsamplingY) } else { subsamplingY = false }
    }
  }

  /// Colours of sRGB that are stored as they are say by themselves that they are 4:4:4.
  private var isSRGB: Bool {
    description?.colourPrimaries == 1 && description?.transferCharacteristics == 13
      && description?.matrixCoefficients == 0
  }
}
