import Metadata

/// The description of a JPEG 2000 picture outside its codestream: `jp2h`, `jpch`, `jplh`, `j2kH`.
///
/// Its `colr` has another syntax than that of a sample entry.
struct JP2HeaderBox: BoxContainer {
  static let type: FourCC = "jp2h"
  static let specification = "ISO/IEC 15444-1 §I.5.3"

  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .jpeg2000)
  }
}

/// The first box of a file of JPEG 2000, JPEG XL or JPEG XS.
struct JPEGSignatureBox: BoxBody {
  static let type: FourCC = "jP  "
  static let specification = "ISO/IEC 15444-1 §I.5.1"

  /// Line ends, which a transfer as text would change.
  static let signature: UInt32 = 0x0D0A_870A
  var signature: UInt32 = JPEGSignatureBox.signature

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "signature", &signature, as: .hex)
  }
}

/// Size and depth of a picture.
public struct JP2ImageHeaderBox: BoxBody {
  public static let type: FourCC = "ihdr"
  public static let specification = "ISO/IEC 15444-1 §I.5.3.1"

  public var height: UInt32 = 0
  public var width: UInt32 = 0
  public var componentCount: UInt16 = 3
  /// The bits of a component less 1, and 128 if it is signed; 255 if components differ (`bpcc`).
  public var bitsPerComponent: UInt8 = 7
  public var compressionType: UInt8 = 7
  /// 1: the colours are uncertain.
  public var unknownColourspace: UInt8 = 0
  /// 1: there is a box of rights.
  public var intellectualProperty: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "HEIGHT", &height)
    try f.uint(32, "WIDTH", &width)
    try f.uint(16, "NC", &componentCount)
    try f.uint(8, "BPC", &bitsPerComponent, as: .names([255: "components differ"]))
    try f.uint(
      8, "C", &compressionType,
      as: .names([
        0: "uncompressed", 1: "T.4 (MH)", 2: "T.4 (MR)", 3: "T.6 (MMR)", 4: "JBIG", 5: "JPEG",
        6: "JPEG-LS", 7: "JPEG 2000", 8: "JBIG2", 9: "any of T.44", 11: "JPEG XR", 12: "JPEG XS",
      ]))
    try f.uint(8, "UnkC", &unknownColourspace)
    try f.uint(8, "IPR", &intellectualProperty)
  }
}

/// The depth of each component, if depths differ.
struct BitsPerComponentBox: BoxBody {
  static let type: FourCC = "bpcc"
  static let specification = "ISO/IEC 15444-1 §I.5.3.2"

  var components: [SampleDepth] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("BPC", &components, count: .toEnd)
  }

  /// The number of bits of a component or of a column.
  struct SampleDepth: FieldCodable {
    var isSigned = false
    var bitDepthMinus1: UInt8 = 7

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("signed", &isSigned)
      try f.uint(7, "bit_depth_minus1", &bitDepthMinus1)
    }
  }
}

/// The colours of a picture.
public struct JP2ColourSpecificationBox: BoxBody {
  public static let type: FourCC = "colr"
  public static let specification = "ISO/IEC 15444-1 §I.5.3.3"

  public var method: UInt8 = 1
  public var precedence: Int8 = 0
  public var approximation: UInt8 = 0
  /// The number of the colour space; with method 1.
  public var enumeratedColourspace: UInt32 = 16
  /// The code points of the colour space; with method 5 (ISO/IEC 15444-2, 21122-3).
  public var colourPrimaries: UInt16 = 2
  public var transferCharacteristics: UInt16 = 2
  public var matrixCoefficients: UInt16 = 2
  public var isFullRange = false
  /// An ICC profile with methods 2 and 3; otherwise parameters of a colour space, or other data.
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      8, "METH", &method,
      as: .names([
        1: "enumerated", 2: "restricted ICC profile", 3: "any ICC profile", 4: "vendor colour",
        5: "parameterized",
      ]))
    try f.int(8, "PREC", &precedence)
    try f.uint(
      8, "APPROX", &approximation,
      as: .names([1: "exact", 2: "very good", 3: "reasonable", 4: "poor"]))
    switch method {
    case 1:
      try f.uint(32, "EnumCS", &enumeratedColourspace, as: .names(Self.colourspaces))
      try f.bytes("EP", &data, count: .toEnd)
    case 2, 3: try f.bytes("PROFILE", &data, count: .toEnd, of: .iccProfile)
    case 5:
      try f.uint(16, "COLPRIMS", &colourPrimaries)
      try f.uint(16, "TRANSFC", &transferCharacteristics)
      try f.uint(16, "MATCOEFFS", &matrixCoefficients)
      try f.flag("VIDFRNG", &isFullRange)
      try f.reserved(7)
    default: try f.bytes("data", &data, count: .toEnd)
    }
  }

  private static let colourspaces: ValueNames = [
    0: "bi-level", 1: "YCbCr(1)", 3: "YCbCr(2)", 4: "YCbCr(3)", 9: "PhotoYCC", 11: "CMY",
    12: "CMYK", 13: "YCCK", 14: "CIELab", 15: "bi-level(2)", 16: "sRGB", 17: "greyscale",
    18: "sYCC", 19: "CIEJab", 20: "e-sRGB", 21: "ROMM-RGB", 24: "e-sYCC",
  ]
}

/// The colours for the values of a component.
struct PaletteBox: BoxBody {
  static let type: FourCC = "pclr"
  static let specification = "ISO/IEC 15444-1 §I.5.3.4"

  var columns: [BitsPerComponentBox.SampleDepth] = []
  /// A row for each entry, and a number of whole bytes for each column.
  var entries = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var count = UInt16(clamping: entries.count)
    try f.uint(16, "NE", &count)
    try f.list("B", &columns, count: .bits(8, "NPC"))
    // The standard allows at most 38 bits.
    guard columns.allSatisfy({ $0.bitDepthMinus1 < 38 }) else {
      throw f.error(.invalid("a column has more than 38 bits"))
    }
    try f.table(
      "C", &entries, count: .exactly(Int(count)),
      columns: columns.map { .uint((Int($0.bitDepthMinus1) / 8 + 1) * 8, "C") })
  }
}

/// The components or columns of the palette from which the channels are made.
struct ComponentMappingBox: BoxBody {
  static let type: FourCC = "cmap"
  static let specification = "ISO/IEC 15444-1 §I.5.3.5"

  var channels = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.table(
      "channels", &channels, count: .toEnd,
      columns: [.uint(16, "CMP"), .uint(8, "MTYP"), .uint(8, "PCOL")])
  }
}

/// The meaning of each channel: a colour, or opacity.
public struct ChannelDefinitionBox: BoxBody {
  public static let type: FourCC = "cdef"
  public static let specification = "ISO/IEC 15444-1 §I.5.3.6"

  public var channels = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.table(
      "channels", &channels, count: .bits(16, "N"),
      columns: [.uint(16, "Cn"), .uint(16, "Typ"), .uint(16, "Asoc")])
  }
}

/// Pixels per metre, as captured (`resc`) or for display (`resd`): a ratio and a power of ten.
struct JP2ResolutionBox: BoxBody {
  static let type: FourCC = "resc"
  static let specification = "ISO/IEC 15444-1 §I.5.3.7"

  var verticalNumerator: UInt16 = 1
  var verticalDenominator: UInt16 = 1
  var horizontalNumerator: UInt16 = 1
  var horizontalDenominator: UInt16 = 1
  var verticalExponent: Int8 = 0
  var horizontalExponent: Int8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let isCapture = f.scope.type != "resd"
    try f.uint(16, isCapture ? "VRcN" : "VRdN", &verticalNumerator)
    try f.uint(16, isCapture ? "VRcD" : "VRdD", &verticalDenominator)
    try f.uint(16, isCapture ? "HRcN" : "HRdN", &horizontalNumerator)
    try f.uint(16, isCapture ? "HRcD" : "HRdD", &horizontalDenominator)
    try f.int(8, isCapture ? "VRcE" : "VRdE", &verticalExponent)
    try f.int(8, isCapture ? "HRcE" : "HRdE", &horizontalExponent)
  }
}

/// The capabilities that a reader needs to show a JPX file.
struct ReaderRequirementsBox: BoxBody {
  static let type: FourCC = "rreq"
  static let specification = "ISO/IEC 15444-2 Annex M"

  /// Bytes of each mask: 1, 2, 4 or 8.
  var maskLength: UInt8 = 1
  /// The expressions of features needed to understand all of the file, and to show it.
  var fullyUnderstandMask: UInt64 = 0
  var decodeCompletelyMask: UInt64 = 0
  var standardFeatures: [StandardFeature] = []
  var vendorFeatures: [VendorFeature] = []

  /// A feature with a number, and the expressions that contain it.
  struct StandardFeature: Equatable, Sendable {
    var flag: UInt16 = 0
    var mask: UInt64 = 0
    init() {}
  }

  /// A feature of a vendor, and the expressions that contain it.
  struct VendorFeature: Equatable, Sendable {
    var id = UserType(high: 0, low: 0)
    var mask: UInt64 = 0
    init() {}
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "ML", &maskLength)
    let bits = Int(maskLength) * 8
    try f.uint(bits, "FUAM", &fullyUnderstandMask, as: .hex)
    try f.uint(bits, "DCM", &decodeCompletelyMask, as: .hex)
    try f.list(
      "standard", &standardFeatures, count: .bits(16, "NSF"), of: StandardFeature()
    ) { (feature, f) throws(FieldError) in
      try f.uint(16, "SF", &feature.flag)
      try f.uint(bits, "SM", &feature.mask, as: .hex)
    }
    try f.list(
      "vendor", &vendorFeatures, count: .bits(16, "NVF"), of: VendorFeature()
    ) { (feature, f) throws(FieldError) in
      try f.uuid("VF", &feature.id)
      try f.uint(bits, "VM", &feature.mask, as: .hex)
    }
  }
}

/// UUIDs that are explained at the URL in the next box.
struct UUIDListBox: BoxBody {
  static let type: FourCC = "ulst"
  static let specification = "ISO/IEC 15444-1 §I.7.3.1"

  var ids: [UserType] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(
      "ids", &ids, count: .bits(16, "NU"), of: UserType(high: 0, low: 0)
    ) { (id, f) throws(FieldError) in
      try f.uuid("ID", &id)
    }
  }
}

/// A name for a codestream or a layer.
struct JPXLabelBox: BoxBody {
  static let type: FourCC = "lbl "
  static let specification = "ISO/IEC 15444-2 Annex M"

  var label = Text("", form: .plain)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("S", &label, count: .toEnd)
  }
}

/// How much of a JPEG 2000 item to decode for each of its layers.
struct JPEG2000LayersProperty: BoxBody {
  static let type: FourCC = "j2kL"
  static let specification = "ISO/IEC 15444-16"

  var layers = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.table(
      "layers", &layers, count: .bits(16, "layer_count"),
      columns: [
        .uint(16, "layer_id"), .uint(8, "discard_levels"), .uint(16, "decode_layers"),
      ])
  }
}

/// How the components of Motion JPEG 2000 are sampled.
struct MJP2SubsamplingBox: BoxBody {
  static let type: FourCC = "jsub"
  static let specification = "ISO/IEC 15444-3"

  var horizontalSubsampling: UInt8 = 1
  var verticalSubsampling: UInt8 = 1
  var horizontalOffset: UInt8 = 0
  var verticalOffset: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "horizontal_sub", &horizontalSubsampling)
    try f.uint(8, "vertical_sub", &verticalSubsampling)
    try f.uint(8, "horizontal_offset", &horizontalOffset)
    try f.uint(8, "vertical_offset", &verticalOffset)
  }
}

/// The fields of the pictures before they were coded.
struct MJP2OriginalFormatBox: BoxBody {
  static let type: FourCC = "orfo"
  static let specification = "ISO/IEC 15444-3"

  var fieldCount: UInt8 = 1
  var fieldOrder: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "original_fieldcount", &fieldCount)
    try f.uint(8, "original_fieldorder", &fieldOrder)
  }
}

/// The brands that the pictures comply with.
struct MJP2ProfileBox: BoxBody {
  static let type: FourCC = "jp2p"
  static let specification = "ISO/IEC 15444-3"

  var header = FullBoxHeader()
  var compatibleBrands: [FourCC] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("compatible_brands", &compatibleBrands, count: .toEnd)
  }
}

/// The data before the codestream of every sample.
struct MJP2PrefixBox: BoxBody {
  static let type: FourCC = "jp2x"
  static let specification = "ISO/IEC 15444-3"

  var header = FullBoxHeader()
  var prefix = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("data", &prefix, count: .toEnd)
  }
}
