import HEVC
import Metadata

/// A picture, perhaps with alpha, a gain map and metadata, instead of `meta` and `mdat`.
///
/// The minor version of `ftyp` states the codec, unless the box states it.
public struct MinimizedImageBox: BoxBody {
  public static let type: FourCC = "mini"
  public static let specification = "ISO/IEC 23008-12 Annex O"

  public var version: UInt8 = 0
  public var isFloat = false
  public var isFullRange = true
  /// 0: monochrome, 1: 4:2:0, 2: 4:2:2, 3: 4:4:4.
  public var chroma = Chroma()
  /// The orientation of Exif, less one.
  public var orientationMinusOne: UInt8 = 0
  public var widthMinusOne: UInt16 = 0
  public var heightMinusOne: UInt16 = 0
  public var bitDepth = BitDepth()
  /// Whether colours are premultiplied with alpha; nil without alpha.
  public var isAlphaPremultiplied: Bool?
  /// The colour; nil for the defaults: BT.709, sRGB and BT.601, or unspecified if there is a profile.
  public var colour: CodePointTriple?
  /// The codec; nil if it is that of the brand.
  public var codec: CodecTypes?
  public var hdr: HDR?
  public var hasProfile = false
  public var hasExif = false
  public var hasXMP = false
  public var hasLargeMetadata = false
  public var hasLargeCodecConfiguration = false
  public var hasLargeItemData = false
  public var isMetadataCompressed = false

  public var codecConfiguration = Bytes()
  /// The configuration of the alpha image; empty if it is that of the picture.
  public var alphaCodecConfiguration = Bytes()
  public var gainMapCodecConfiguration = Bytes()
  public var iccProfile = Bytes()
  public var toneMapICCProfile = Bytes()
  public var gainMapMetadata = Bytes()
  public var alphaData = Bytes()
  public var gainMapData = Bytes()
  /// The data of the picture, at least one byte.
  public var imageData = Bytes([0])
  public var exif = Bytes()
  public var xmp = Bytes()

  /// The types of the item and of the configuration of its decoder.
  public struct CodecTypes: FieldCodable {
    public var itemType: FourCC = "hvc1"
    public var configurationType: FourCC = "hvcC"
    public init() {}

    /// The types for the brand in the minor version of `ftyp`; nil for a brand without a codec.
    public init?(brand: FourCC) {
      switch brand {
      case "heic": (itemType, configurationType) = ("hvc1", "hvcC")
      case "avif": (itemType, configurationType) = ("av01", "av1C")
      case "avci": (itemType, configurationType) = ("avc1", "avcC")
      default: return nil
      }
    }

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.fourCC("infe_type", &itemType)
      try f.fourCC("codec_config_type", &configurationType)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var hasCodec = codec != nil
    var hasAlpha = isAlphaPremultiplied != nil
    var hasColour = colour != nil
    var hasHDR = hdr != nil
    try f.uint(2, "version", &version)
    try f.flag("explicit_codec_types_flag", &hasCodec)
    try f.flag("float_flag", &isFloat)
    try f.flag("full_range_flag", &isFullRange)
    try f.flag("alpha_flag", &hasAlpha)
    try f.flag("explicit_cicp_flag", &hasColour)
    try f.flag("hdr_flag", &hasHDR)
    try f.flag("icc_flag", &hasProfile)
    try f.flag("exif_flag", &hasExif)
    try f.flag("xmp_flag", &hasXMP)
    try f.uint(2, "chroma_subsampling", &chroma.subsampling, as: .names(Chroma.names))
    try f.uint(3, "orientation_minus1", &orientationMinusOne)
    let sizeBits = try f.minimizedSize(&widthMinusOne, &heightMinusOne)
    try chroma.positions(&f)
    try bitDepth.fields(&f, isFloat: isFloat)
    try f.optional(&isAlphaPremultiplied, if: hasAlpha, or: false) {
      (value, f) throws(FieldError) in try f.flag("alpha_is_premultiplied", &value)
    }
    try f.optional(&colour, if: hasColour, or: CodePointTriple()) {
      (value, f) throws(FieldError) in try value.fields(&f)
    }
    try f.optional(&codec, if: hasCodec, or: CodecTypes()) { (value, f) throws(FieldError) in
      try value.fields(&f)
    }
    try f.optional(&hdr, if: hasHDR, or: HDR()) { (value, f) throws(FieldError) in
      try f.within("hdr") { (f) throws(FieldError) in try value.fields(&f, sizeBits: sizeBits) }
    }
    let sizes = try dataSizes(&f)
    try f.alignToByte()
    try data(&f, sizes)
  }
}

/// The number of bytes of each part.
private struct PartSizes {
  var icc = 0
  var toneMapICC = 0
  var gainMapMetadata = 0
  var gainMapData = 0
  var gainMapCodec = 0
  var codec = 0
  var image = 0
  var alpha = 0
  var alphaCodec = 0
  var exif = 0
  var xmp = 0
}

extension MinimizedImageBox {
  private mutating func dataSizes(_ f: inout FieldCoder) throws(FieldError) -> PartSizes {
    var sizes = PartSizes()
    sizes.icc = iccProfile.count
    sizes.toneMapICC = toneMapICCProfile.count
    sizes.gainMapMetadata = gainMapMetadata.count
    sizes.gainMapData = gainMapData.count
    sizes.gainMapCodec = gainMapCodecConfiguration.count
    sizes.codec = codecConfiguration.count
    sizes.image = imageData.count
    sizes.alpha = alphaData.count
    sizes.alphaCodec = alphaCodecConfiguration.count
    sizes.exif = exif.count
    sizes.xmp = xmp.count

    let gainMap = hdr?.gainMap
    if hasProfile || hasExif || hasXMP || gainMap != nil {
      try f.flag("large_metadata_flag", &hasLargeMetadata)
    }
    try f.flag("large_codec_config_flag", &hasLargeCodecConfiguration)
    try f.flag("large_item_data_flag", &hasLargeItemData)
    let metadataBits = hasLargeMetadata ? 20 : 10
    let codecBits = hasLargeCodecConfiguration ? 12 : 3
    let dataBits = hasLargeItemData ? 28 : 15
    if hasProfile { try f.sizeMinusOne(metadataBits, "icc_data_size_minus1", &sizes.icc) }
    if let gainMap {
      if gainMap.hasProfile {
        try f.sizeMinusOne(metadataBits, "tmap_icc_data_size_minus1", &sizes.toneMapICC)
      }
      try f.size(metadataBits, "gainmap_metadata_size", &sizes.gainMapMetadata)
      try f.size(dataBits, "gainmap_item_data_size", &sizes.gainMapData)
      if sizes.gainMapData > 0 {
        try f.size(codecBits, "gainmap_item_codec_config_size", &sizes.gainMapCodec)
      }
    }
    try f.size(codecBits, "main_item_codec_config_size", &sizes.codec)
    try f.sizeMinusOne(dataBits, "main_item_data_size_minus1", &sizes.image)
    if isAlphaPremultiplied != nil {
      try f.size(dataBits, "alpha_item_data_size", &sizes.alpha)
      if sizes.alpha > 0 {
        try f.size(codecBits, "alpha_item_codec_config_size", &sizes.alphaCodec)
      }
    }
    if hasExif || hasXMP { try f.flag("exif_xmp_compressed_flag", &isMetadataCompressed) }
    if hasExif { try f.sizeMinusOne(metadataBits, "exif_data_size_minus1", &sizes.exif) }
    if hasXMP { try f.sizeMinusOne(metadataBits, "xmp_data_size_minus1", &sizes.xmp) }
    return sizes
  }

  private mutating func data(_ f: inout FieldCoder, _ sizes: PartSizes) throws(FieldError) {
    let type = (codec ?? CodecTypes(brand: f.scope.codecBrand))?.configurationType
    let configuration = type.flatMap { BoxRegistry.definition($0)?.body?.format }
    try f.bytes(
      "main_item_codec_config", &codecConfiguration, count: .exactly(sizes.codec),
      of: configuration)
    try f.bytes(
      "alpha_item_codec_config", &alphaCodecConfiguration, count: .exactly(sizes.alphaCodec),
      of: configuration)
    try f.bytes(
      "gainmap_item_codec_config", &gainMapCodecConfiguration, count: .exactly(sizes.gainMapCodec),
      of: configuration)
    try f.bytes("icc_data", &iccProfile, count: .exactly(sizes.icc), of: .iccProfile)
    try f.bytes(
      "tmap_icc_data", &toneMapICCProfile, count: .exactly(sizes.toneMapICC), of: .iccProfile)
    try f.bytes("gainmap_metadata", &gainMapMetadata, count: .exactly(sizes.gainMapMetadata))
    try f.bytes("alpha_item_data", &alphaData, count: .exactly(sizes.alpha))
    try f.bytes("gainmap_item_data", &gainMapData, count: .exactly(sizes.gainMapData))
    try f.bytes("main_item_data", &imageData, count: .exactly(sizes.image))
    let isPlain = !isMetadataCompressed
    try f.bytes("exif_data", &exif, count: .exactly(sizes.exif), of: isPlain ? .exifItem : nil)
    try f.bytes("xmp_data", &xmp, count: .exactly(sizes.xmp), of: isPlain ? .text : nil)
  }
}

extension FieldCoder {
  /// The width and the height, with their numbers of bits.
  fileprivate mutating func minimizedSize(
    _ width: inout UInt16, _ height: inout UInt16
  ) throws(FieldError) -> Int {
    var isLarge = width > 127 || height > 127
    try flag("large_dimensions_flag", &isLarge)
    let bits = isLarge ? 15 : 7
    try uint(bits, "width_minus1", &width)
    try uint(bits, "height_minus1", &height)
    return bits
  }

  fileprivate mutating func size(
    _ bits: Int, _ name: StaticString, _ size: inout Int
  ) throws(FieldError) {
    var value = UInt32(clamping: size)
    try uint(bits, name, &value)
    size = Int(value)
  }

  fileprivate mutating func sizeMinusOne(
    _ bits: Int, _ name: StaticString, _ size: inout Int
  ) throws(FieldError) {
    var value = UInt32(clamping: max(size, 1) - 1)
    try uint(bits, name, &value)
    size = Int(value) + 1
  }

  /// A structure that exists if an earlier flag is set.
  mutating func optional<Value>(
    _ value: inout Value?, if isPresent: Bool, or blank: Value,
    _ fields: (inout Value, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    guard isPresent else {
      value = nil
      return
    }
    var present = value ?? blank
    try fields(&present, &self)
    value = present
  }
}

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
