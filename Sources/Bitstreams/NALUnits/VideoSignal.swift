public import FieldCoding

/// The shape of a sample.
public struct AspectRatio: Equatable, Sendable {
  /// `aspect_ratio_idc`; see ``names``.
  public var idc: UInt8 = 0
  /// The width in any unit (`sar_width`); only with an ``idc`` of 255.
  public var width: UInt16 = 0
  /// The height in the same unit (`sar_height`); only with an ``idc`` of 255.
  public var height: UInt16 = 0
  public init() {}

  /// The names of the values of `aspect_ratio_idc` (ITU-T H.273 Table 5, as ITU-T H.265 Table E.1).
  public static let names: ValueNames = [
    0: "unspecified", 1: "1:1", 2: "12:11", 3: "10:11", 4: "16:11", 5: "40:33", 6: "24:11",
    7: "20:11", 8: "32:11", 9: "80:33", 10: "18:11", 11: "15:11", 12: "64:33", 13: "160:99",
    14: "4:3", 15: "3:2", 16: "2:1", 255: "EXTENDED_SAR",
  ]

  /// The width and the height of a sample, in a unit of their own; nil if they are not known.
  package var ratio: (width: Int, height: Int)? {
    let numbers =
      idc == 255
      ? [Int(width), Int(height)]
      : AspectRatio.names[UInt64(idc)].map { "\($0)".split(separator: ":").compactMap { Int($0) } }
        ?? []
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return (numbers[0], numbers[1])
  }
}

/// What sample values mean.
public struct VideoSignal: Equatable, Sendable {
  /// `video_format`, 0 to 5; see ``formatNames``.
  public var format: UInt8 = 5
  /// Whether samples use the full range of values; if not, some at both ends are unused.
  public var isFullRange = false
  /// The colour description of the samples; nil if it is not stated.
  public var colour: ColourDescription?
  public init() {}

  /// The names of the values of `video_format` (ITU-T H.265 Table E.2).
  public static let formatNames: ValueNames = [
    0: "component", 1: "PAL", 2: "NTSC", 3: "SECAM", 4: "MAC", 5: "unspecified",
  ]
}

/// The colour description of samples, with the code points of ITU-T H.273; see ``CodePoints``.
public struct ColourDescription: Equatable, Sendable {
  /// `colour_primaries` (ITU-T H.273 §8.1); 2 if they are not known.
  public var colourPrimaries: UInt8 = 2
  /// `transfer_characteristics` (ITU-T H.273 §8.2); 2 if they are not known.
  public var transferCharacteristics: UInt8 = 2
  /// `matrix_coeffs`, which AVC calls `matrix_coefficients` (ITU-T H.273 §8.3); 2 if they are not
  /// known.
  public var matrixCoefficients: UInt8 = 2
  public init() {}
}

/// The positions of chroma samples between luma samples.
public struct ChromaLocation: Equatable, Sendable {
  /// `chroma_sample_loc_type_top_field`, 0 to 5 (ITU-T H.265 Figure E.1).
  public var topField: UInt32 = 0
  /// `chroma_sample_loc_type_bottom_field`, 0 to 5.
  public var bottomField: UInt32 = 0
  public init() {}
}

/// The first fields of the VUI of HEVC and AVC (ITU-T H.265 §E.2.1, ITU-T H.264 §E.1.1).
extension FieldCoder {
  package mutating func aspectRatio(_ ratio: inout AspectRatio?) throws(FieldError) {
    try optional("aspect_ratio_info_present_flag", &ratio, blank: .init()) {
      (ratio, f) throws(FieldError) in
      try f.uint(8, "aspect_ratio_idc", &ratio.idc, as: .names(AspectRatio.names))
      if ratio.idc == 255 {
        try f.uint(16, "sar_width", &ratio.width)
        try f.uint(16, "sar_height", &ratio.height)
      }
    }
  }

  package mutating func overscan(_ isAppropriate: inout Bool?) throws(FieldError) {
    try optional("overscan_info_present_flag", &isAppropriate, blank: false) {
      (value, f) throws(FieldError) in
      try f.flag("overscan_appropriate_flag", &value)
    }
  }

  /// - Parameter matrix: the name of the matrix in the standard.
  package mutating func videoSignal(
    _ signal: inout VideoSignal?, matrix: StaticString
  ) throws(FieldError) {
    try optional("video_signal_type_present_flag", &signal, blank: .init()) {
      (signal, f) throws(FieldError) in
      try f.uint(3, "video_format", &signal.format, as: .names(VideoSignal.formatNames))
      try f.flag("video_full_range_flag", &signal.isFullRange)
      try f.optional("colour_description_present_flag", &signal.colour, blank: .init()) {
        (colour, f) throws(FieldError) in
        try f.uint(
          8, "colour_primaries", &colour.colourPrimaries, as: .names(CodePoints.colourPrimaries))
        try f.uint(
          8, "transfer_characteristics", &colour.transferCharacteristics,
          as: .names(CodePoints.transferCharacteristics))
        try f.uint(
          8, matrix, &colour.matrixCoefficients, as: .names(CodePoints.matrixCoefficients))
      }
    }
  }

  package mutating func chromaLocation(_ location: inout ChromaLocation?) throws(FieldError) {
    try optional("chroma_loc_info_present_flag", &location, blank: .init()) {
      (location, f) throws(FieldError) in
      try f.ue("chroma_sample_loc_type_top_field", &location.topField)
      try f.ue("chroma_sample_loc_type_bottom_field", &location.bottomField)
    }
  }
}

/// The chroma format of a picture (`chroma_format_idc`, ITU-T H.265 Table 6-1).
public enum ChromaFormat: UInt8, Hashable, Sendable {
  /// Only luma, or chroma with half of the columns and rows, half of the columns, or all of them.
  case monochrome, yuv420, yuv422, yuv444

  /// `SubWidthC`: how many luma samples share a chroma sample in a row.
  public var subWidth: Int { self == .yuv420 || self == .yuv422 ? 2 : 1 }
  /// `SubHeightC`: the same in a column.
  public var subHeight: Int { self == .yuv420 ? 2 : 1 }

  /// The usual names by `chroma_format_idc`.
  public static let names: ValueNames = [0: "4:0:0", 1: "4:2:0", 2: "4:2:2", 3: "4:4:4"]
}

extension ChromaFormat: CustomStringConvertible {
  public var description: String { ChromaFormat.names[UInt64(rawValue)] ?? "" }
}

/// The names of coding-independent code points (ITU-T H.273 §8): how sample values are to be
/// understood. HEVC, AVC, AV1 and the `colr` box share them.
public enum CodePoints {
  /// The names of the values (ITU-T H.273 Table 2).
  public static let colourPrimaries: ValueNames = [
    1: "BT.709", 2: "unspecified", 4: "BT.470 System M", 5: "BT.470 System B/G, BT.601 625",
    6: "BT.601 525", 7: "SMPTE ST 240", 8: "generic film", 9: "BT.2020, BT.2100",
    10: "SMPTE ST 428-1 (CIE XYZ)", 11: "SMPTE RP 431-2 (DCI-P3)",
    12: "SMPTE EG 432-1 (Display P3)", 22: "EBU Tech 3213-E",
  ]

  /// The names of the values (ITU-T H.273 Table 3).
  public static let transferCharacteristics: ValueNames = [
    1: "BT.709", 2: "unspecified", 4: "BT.470 System M (gamma 2.2)",
    5: "BT.470 System B/G (gamma 2.8)", 6: "BT.601", 7: "SMPTE ST 240", 8: "linear",
    9: "logarithmic 100:1", 10: "logarithmic 316.2:1", 11: "IEC 61966-2-4 (xvYCC)",
    12: "BT.1361 extended gamut", 13: "IEC 61966-2-1 (sRGB)", 14: "BT.2020 10 bits",
    15: "BT.2020 12 bits", 16: "SMPTE ST 2084 (PQ)", 17: "SMPTE ST 428-1",
    18: "ARIB STD-B67 (HLG)",
  ]

  /// The names of the values (ITU-T H.273 Table 4).
  public static let matrixCoefficients: ValueNames = [
    0: "identity (RGB, XYZ)", 1: "BT.709", 2: "unspecified", 4: "FCC 73.682",
    5: "BT.470 System B/G, BT.601 625", 6: "BT.601 525", 7: "SMPTE ST 240", 8: "YCgCo",
    9: "BT.2020 non-constant luminance", 10: "BT.2020 constant luminance",
    11: "SMPTE ST 2085 (Y'D'zD'x)", 12: "chromaticity-derived non-constant luminance",
    13: "chromaticity-derived constant luminance", 14: "ICtCp", 15: "IPT-PQ-C2",
    16: "YCgCo-Re", 17: "YCgCo-Ro",
  ]
}

/// The parts of a picture that are not shown, at each side, in chroma samples (ITU-T H.265 §7.4.3.2.1).
public struct ConformanceWindow: Hashable, Sendable {
  /// The number of columns at the left side.
  public var left: UInt32 = 0
  /// The number of columns at the right side.
  public var right: UInt32 = 0
  /// The number of rows at the top.
  public var top: UInt32 = 0
  /// The number of rows at the bottom.
  public var bottom: UInt32 = 0
  public init() {}
}

/// A size in luma samples.
public struct PictureSize: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int
  /// The size of a picture with these numbers of columns and rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The rate and the size of one coded picture buffer (`sub_layer_hrd_parameters`, ITU-T H.265 §E.2.3, and
/// `sublayer_hrd_parameters`, ITU-T H.266 §7.3.5.3).
public struct HRDBuffer: Equatable, Sendable {
  public var bitRateValueMinus1: UInt32 = 0
  public var cpbSizeValueMinus1: UInt32 = 0
  public var cpbSizeDUValueMinus1: UInt32 = 0
  public var bitRateDUValueMinus1: UInt32 = 0
  public var hasConstantBitRate = false
  /// A buffer whose fields are 0.
  public init() {}
}

extension FieldCoder {
  /// The buffers of a temporal sub-layer.
  package mutating func hrdBuffers(
    _ name: StaticString, _ buffers: inout [HRDBuffer], count: Int, hasDecodingUnits: Bool
  ) throws(FieldError) {
    try list(name, &buffers, exactly: count, blank: .init()) { (buffer, f) throws(FieldError) in
      try f.ue("bit_rate_value_minus1", &buffer.bitRateValueMinus1)
      try f.ue("cpb_size_value_minus1", &buffer.cpbSizeValueMinus1)
      if hasDecodingUnits {
        try f.ue("cpb_size_du_value_minus1", &buffer.cpbSizeDUValueMinus1)
        try f.ue("bit_rate_du_value_minus1", &buffer.bitRateDUValueMinus1)
      }
      try f.flag("cbr_flag", &buffer.hasConstantBitRate)
    }
  }
}
