/// The size of an image item before its transformations.
public struct ImageSpatialExtentsProperty: BoxBody {
  public static let type: FourCC = "ispe"
  public static let specification = "ISO/IEC 23008-12 §6.5.3"

  public var header = FullBoxHeader()
  public var width: UInt32 = 0
  public var height: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "image_width", &width)
    try f.uint(32, "image_height", &height)
  }
}

/// The number of channels of an image, and their bit depths.
public struct PixelInformationProperty: BoxBody {
  public static let type: FourCC = "pixi"
  public static let specification = "ISO/IEC 23008-12 §6.5.6"

  /// Bit 0 of the flags: a description of each channel follows (ISO/IEC 23008-12:2022/Amd 2).
  public var header = FullBoxHeader()
  public var bitsPerChannel: [UInt8] = []
  public var channels: [Channel] = []

  /// More information about one channel (ISO/IEC 23008-12 §6.5.6).
  public struct Channel: FieldCodable {
    public var idc: UInt8 = 0
    public var componentFormat: UInt8 = 0
    public var hasSubsampling = false
    public var hasLabel = false
    public var subsamplingType: UInt8 = 0
    public var subsamplingLocation: UInt8 = 0
    public var label: Text = ""

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(3, "channel_idc", &idc)
      try f.reserved(1)
      try f.uint(2, "component_format", &componentFormat)
      try f.flag("subsampling_flag", &hasSubsampling)
      try f.flag("channel_label_flag", &hasLabel)
      if hasSubsampling {
        try f.uint(4, "subsampling_type", &subsamplingType)
        try f.uint(4, "subsampling_location", &subsamplingLocation)
      }
      if hasLabel { try f.text("channel_label", &label) }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(8, "bits_per_channel", &bitsPerChannel, count: .bits(8, "num_channels"))
    if header.flags & 1 != 0 {
      try f.list("channels", &channels, count: .exactly(bitsPerChannel.count))
    }
  }
}

/// The shape of a sample.
public struct PixelAspectRatioBox: BoxBody {
  public static let type: FourCC = "pasp"
  public static let specification = "ISO/IEC 14496-12 §12.1.4"

  public var hSpacing: UInt32 = 1
  public var vSpacing: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "hSpacing", &hSpacing)
    try f.uint(32, "vSpacing", &vSpacing)
  }
}

/// The part of the picture that is shown, as fractions; the offset is that of its centre.
public struct CleanApertureBox: BoxBody {
  public static let type: FourCC = "clap"
  public static let specification = "ISO/IEC 14496-12 §12.1.4"

  public var widthN: UInt32 = 0
  public var widthD: UInt32 = 1
  public var heightN: UInt32 = 0
  public var heightD: UInt32 = 1
  public var horizOffN: Int32 = 0
  public var horizOffD: UInt32 = 1
  public var vertOffN: Int32 = 0
  public var vertOffD: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "cleanApertureWidthN", &widthN)
    try f.uint(32, "cleanApertureWidthD", &widthD)
    try f.uint(32, "cleanApertureHeightN", &heightN)
    try f.uint(32, "cleanApertureHeightD", &heightD)
    try f.int(32, "horizOffN", &horizOffN)
    try f.uint(32, "horizOffD", &horizOffD)
    try f.int(32, "vertOffN", &vertOffN)
    try f.uint(32, "vertOffD", &vertOffD)
  }
}

/// The image is rotated counter-clockwise for display.
public struct ImageRotation: BoxBody {
  public static let type: FourCC = "irot"
  public static let specification = "ISO/IEC 23008-12 §6.5.10"

  /// The angle in steps of 90 degrees, anticlockwise.
  public var angle: UInt8 = 0

  static let angles: ValueNames = [
    0: "none", 1: "90° counter-clockwise", 2: "180°", 3: "90° clockwise",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(6)
    try f.uint(2, "angle", &angle, as: .names(ImageRotation.angles))
  }
}

/// The image is mirrored for display.
public struct ImageMirror: BoxBody {
  public static let type: FourCC = "imir"
  public static let specification = "ISO/IEC 23008-12 §6.5.12"

  /// The axis, with the definition of 2022; in the text of 2017, the values were exchanged.
  public var axis: UInt8 = 0

  static let axes: ValueNames = [
    0: "top and bottom exchanged", 1: "left and right exchanged",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(7)
    try f.uint(1, "axis", &axis, as: .names(ImageMirror.axes))
  }
}

/// The type of an auxiliary image: depth, alpha, a gain map, ...
public struct AuxiliaryTypeProperty: BoxBody {
  public static let type: FourCC = "auxC"
  public static let specification = "ISO/IEC 23008-12 §6.5.8"

  public var header = FullBoxHeader()
  /// A URN.
  public var auxType: Text = ""
  /// Defined by the type; for HEVC depth the length of SEI messages, and these.
  public var auxSubtype = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("aux_type", &auxType)
    try f.bytes("aux_subtype", &auxSubtype, count: .toEnd)
  }
}

/// The tables that precede the data of every JPEG item.
public struct JPEGConfigurationBox: BoxBody {
  public static let type: FourCC = "jpgC"
  public static let specification = "ISO/IEC 23008-12 Annex H"

  public var jpegPrefix = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("JPEGprefix", &jpegPrefix, count: .toEnd)
  }
}

/// Which set of layers is to be decoded.
struct TargetOlsProperty: BoxBody {
  static let type: FourCC = "tols"
  static let specification = "ISO/IEC 23008-12 §6.5.29"

  var header = FullBoxHeader()
  var targetOLSIndex: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "target_ols_idx", &targetOLSIndex)
  }
}

/// The image is scaled for display.
struct ImageScaling: BoxBody {
  static let type: FourCC = "iscl"
  static let specification = "ISO/IEC 23008-12 §6.5.13"

  var header = FullBoxHeader()
  var targetWidthNumerator: UInt16 = 1
  var targetWidthDenominator: UInt16 = 1
  var targetHeightNumerator: UInt16 = 1
  var targetHeightDenominator: UInt16 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "target_width_numerator", &targetWidthNumerator)
    try f.uint(16, "target_width_denominator", &targetWidthDenominator)
    try f.uint(16, "target_height_numerator", &targetHeightNumerator)
    try f.uint(16, "target_height_denominator", &targetHeightDenominator)
  }
}

/// How a mask is stored.
struct MaskConfigurationProperty: BoxBody {
  static let type: FourCC = "mskC"
  static let specification = "ISO/IEC 23008-12 §6.10.2"

  var header = FullBoxHeader()
  /// 1, 2, 4, 8 or 16.
  var bitsPerPixel: UInt8 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "bits_per_pixel", &bitsPerPixel)
  }
}

/// How a sphere is projected to the picture.
struct ProjectionFormatProperty: BoxBody {
  static let type: FourCC = "prfr"
  static let specification = "ISO/IEC 23090-2 §7.9.3"

  var header = FullBoxHeader()
  var projectionType: UInt8 = 0

  static let types: ValueNames = [0: "equirectangular", 1: "cube map"]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(3)
    try f.uint(5, "projection_type", &projectionType, as: .names(Self.types))
  }
}
