public import FieldCoding

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
