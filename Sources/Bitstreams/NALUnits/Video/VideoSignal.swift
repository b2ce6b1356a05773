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
