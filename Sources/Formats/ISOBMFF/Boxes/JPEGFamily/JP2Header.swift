import Metadata

/// The description of a JPEG 2000 picture outside its codestream: `jp2h`, `jpch`, `jplh`, `j2kH`.
///
/// Its `colr` has another syntax than that of a sample entry.
public struct JP2HeaderBox: BoxContainer {
  public static let type: FourCC = "jp2h"
  public static let specification = "ISO/IEC 15444-1 §I.5.3"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .jpeg2000)
  }
}

/// The first box of a file of JPEG 2000, JPEG XL or JPEG XS.
public struct JPEGSignatureBox: BoxBody {
  public static let type: FourCC = "jP  "
  public static let specification = "ISO/IEC 15444-1 §I.5.1"

  /// Line ends, which a transfer as text would change.
  public static let signature: UInt32 = 0x0D0A_870A
  public var signature: UInt32 = JPEGSignatureBox.signature

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct BitsPerComponentBox: BoxBody {
  public static let type: FourCC = "bpcc"
  public static let specification = "ISO/IEC 15444-1 §I.5.3.2"

  public var components: [SampleDepth] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("BPC", &components, count: .toEnd)
  }

  /// The number of bits of a component or of a column.
  public struct SampleDepth: FieldCodable {
    public var isSigned = false
    public var bitDepthMinus1: UInt8 = 7

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct PaletteBox: BoxBody {
  public static let type: FourCC = "pclr"
  public static let specification = "ISO/IEC 15444-1 §I.5.3.4"

  public var columns: [BitsPerComponentBox.SampleDepth] = []
  /// A row for each entry, and a number of whole bytes for each column.
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct ComponentMappingBox: BoxBody {
  public static let type: FourCC = "cmap"
  public static let specification = "ISO/IEC 15444-1 §I.5.3.5"

  public var channels = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct JP2ResolutionBox: BoxBody {
  public static let type: FourCC = "resc"
  public static let specification = "ISO/IEC 15444-1 §I.5.3.7"

  public var verticalNumerator: UInt16 = 1
  public var verticalDenominator: UInt16 = 1
  public var horizontalNumerator: UInt16 = 1
  public var horizontalDenominator: UInt16 = 1
  public var verticalExponent: Int8 = 0
  public var horizontalExponent: Int8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let isCapture = f.scope.type != "resd"
    try f.uint(16, isCapture ? "VRcN" : "VRdN", &verticalNumerator)
    try f.uint(16, isCapture ? "VRcD" : "VRdD", &verticalDenominator)
    try f.uint(16, isCapture ? "HRcN" : "HRdN", &horizontalNumerator)
    try f.uint(16, isCapture ? "HRcD" : "HRdD", &horizontalDenominator)
    try f.int(8, isCapture ? "VRcE" : "VRdE", &verticalExponent)
    try f.int(8, isCapture ? "HRcE" : "HRdE", &horizontalExponent)
  }
}
