import HEVC

extension MinimizedImageBox {
  /// How chroma is sampled.
  public struct Chroma: Equatable, Sendable {
    public var subsampling: UInt8 = 1
    /// Whether chroma samples are in the middle between columns; with 4:2:0 and 4:2:2.
    public var isHorizontallyCentered = false
    /// Whether chroma samples are in the middle between rows; with 4:2:0.
    public var isVerticallyCentered = false

    static let names: ValueNames = [0: "monochrome", 1: "4:2:0", 2: "4:2:2", 3: "4:4:4"]

    mutating func positions(_ f: inout FieldCoder) throws(FieldError) {
      if subsampling == 1 || subsampling == 2 {
        try f.flag("chroma_is_horizontally_centered", &isHorizontallyCentered)
      }
      if subsampling == 1 { try f.flag("chroma_is_vertically_centered", &isVerticallyCentered) }
    }
  }

  /// Bits of a component.
  public struct BitDepth: Equatable, Sendable {
    /// The width of floating-point numbers: 0 to 2 stand for 16, 32, 64.
    public var log2MinusFour: UInt8 = 0
    /// The bit depth less nine; nil for 8 bits.
    public var minusNine: UInt8?

    mutating func fields(_ f: inout FieldCoder, isFloat: Bool) throws(FieldError) {
      if isFloat { return try f.uint(2, "bit_depth_log2_minus4", &log2MinusFour) }
      var isHigh = minusNine != nil
      try f.flag("high_bit_depth_flag", &isHigh)
      try f.uint(3, "bit_depth_minus9", &minusNine, if: isHigh)
    }
  }

  /// Code points of ITU-T H.273, in 8 bits.
  public struct CodePointTriple: FieldCodable {
    public var colourPrimaries: UInt8 = 1
    public var transferCharacteristics: UInt8 = 13
    public var matrixCoefficients: UInt8 = 6

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "colour_primaries", &colourPrimaries, as: .names(CodePoints.colourPrimaries))
      try f.uint(
        8, "transfer_characteristics", &transferCharacteristics,
        as: .names(CodePoints.transferCharacteristics))
      try f.uint(
        8, "matrix_coefficients", &matrixCoefficients, as: .names(CodePoints.matrixCoefficients))
    }
  }

  /// The properties of an HDR picture.
  public struct HDR: Equatable, Sendable {
    public var gainMap: GainMap?
    /// The light of the picture itself.
    public var light = Light()
    /// The light levels of the tone-mapped picture.
    public var toneMappedLight = Light()

    public init() {}

    mutating func fields(_ f: inout FieldCoder, sizeBits: Int) throws(FieldError) {
      var hasGainMap = gainMap != nil
      try f.flag("gainmap_flag", &hasGainMap)
      try f.optional(&gainMap, if: hasGainMap, or: GainMap()) { (value, f) throws(FieldError) in
        try f.within("gainmap") { (f) throws(FieldError) in
          try value.fields(&f, sizeBits: sizeBits)
        }
      }
      try light.fields(&f)
      if hasGainMap {
        try f.within("tmap") { (f) throws(FieldError) in try toneMappedLight.fields(&f) }
      }
    }
  }

  /// The gain map.
  public struct GainMap: Equatable, Sendable {
    /// The size; nil if it is that of the picture.
    public var size: Size?
    public var matrixCoefficients: UInt8 = 2
    public var isFullRange = true
    public var chroma = Chroma()
    public var isFloat = false
    public var bitDepth = BitDepth()
    /// Whether the tone-mapped picture has a profile.
    public var hasProfile = false
    /// The colour of the tone-mapped picture.
    public var colour: CodePointTriple?
    public var isColourFullRange = true

    /// Less one.
    public struct Size: Equatable, Sendable {
      public var widthMinusOne: UInt16 = 0
      public var heightMinusOne: UInt16 = 0

      public init(widthMinusOne: UInt16 = 0, heightMinusOne: UInt16 = 0) {
        self.widthMinusOne = widthMinusOne
        self.heightMinusOne = heightMinusOne
      }
    }

    public init() {}

    mutating func fields(_ f: inout FieldCoder, sizeBits: Int) throws(FieldError) {
      var isSameSize = size == nil
      try f.flag("same_dimensions_flag", &isSameSize)
      try f.optional(&size, if: !isSameSize, or: Size()) { (value, f) throws(FieldError) in
        try f.uint(sizeBits, "width_minus1", &value.widthMinusOne)
        try f.uint(sizeBits, "height_minus1", &value.heightMinusOne)
      }
      try f.uint(
        8, "matrix_coefficients", &matrixCoefficients, as: .names(CodePoints.matrixCoefficients))
      try f.flag("full_range_flag", &isFullRange)
      try f.uint(2, "chroma_subsampling", &chroma.subsampling, as: .names(Chroma.names))
      try chroma.positions(&f)
      try f.flag("float_flag", &isFloat)
      try bitDepth.fields(&f, isFloat: isFloat)
      var hasColour = colour != nil
      try f.flag("tmap_icc_flag", &hasProfile)
      try f.flag("tmap_explicit_cicp_flag", &hasColour)
      try f.optional(&colour, if: hasColour, or: CodePointTriple()) {
        (value, f) throws(FieldError) in try value.fields(&f)
      }
      if hasColour { try f.flag("tmap_full_range_flag", &isColourFullRange) }
    }
  }

  /// How bright the picture is, and the light in which it is seen.
  public struct Light: FieldCodable {
    public var contentLightLevel: ContentLightLevelBox?
    public var masteringDisplay: MasteringDisplayColourVolumeBox?
    public var contentColourVolume: ContentColourVolumeBox?
    public var ambientViewing: AmbientViewingEnvironmentBox?
    /// 20 bytes.
    public var referenceViewing: [UInt8]?
    /// The luminance of diffuse white, in steps of 0.0001 cd/m².
    public var diffuseWhiteLuminance: UInt32?

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var hasLevel = contentLightLevel != nil
      var hasDisplay = masteringDisplay != nil
      var hasVolume = contentColourVolume != nil
      var hasAmbient = ambientViewing != nil
      var hasReference = referenceViewing != nil
      var hasWhite = diffuseWhiteLuminance != nil
      try f.flag("clli_flag", &hasLevel)
      try f.flag("mdcv_flag", &hasDisplay)
      try f.flag("cclv_flag", &hasVolume)
      try f.flag("amve_flag", &hasAmbient)
      try f.flag("reve_flag", &hasReference)
      try f.flag("ndwt_flag", &hasWhite)
      try part("clli", &contentLightLevel, if: hasLevel, &f)
      try part("mdcv", &masteringDisplay, if: hasDisplay, &f)
      try part("cclv", &contentColourVolume, if: hasVolume, &f)
      try part("amve", &ambientViewing, if: hasAmbient, &f)
      try f.optional(&referenceViewing, if: hasReference, or: []) {
        (value, f) throws(FieldError) in try f.list(8, "reve", &value, count: .exactly(20))
      }
      try f.uint(32, "ndwt", &diffuseWhiteLuminance, if: hasWhite)
    }

    private func part<Part: FieldCodable>(
      _ name: String, _ part: inout Part?, if isPresent: Bool, _ f: inout FieldCoder
    ) throws(FieldError) {
      try f.optional(&part, if: isPresent, or: Part()) { (value, f) throws(FieldError) in
        try f.within(name) { (f) throws(FieldError) in try value.fields(&f) }
      }
    }
  }
}
