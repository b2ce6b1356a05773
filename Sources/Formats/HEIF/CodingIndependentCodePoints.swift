public import ISOBMFF

/// The interpretation of sample values (ITU-T H.273): primaries, transfer, matrix and range.
public struct CodingIndependentCodePoints: Equatable, Sendable {
  /// 1 BT.709, 9 BT.2020, 12 Display P3, 2 unspecified.
  public var colourPrimaries: UInt16 = 2
  /// 1 BT.709, 13 sRGB, 16 PQ, 18 HLG, 2 unspecified.
  public var transferCharacteristics: UInt16 = 2
  /// 0 identity (GBR), 1 BT.709, 5 and 6 BT.601, 8 YCgCo, 9 BT.2020, 16 and 17 YCgCo-R, 2 unspecified.
  public var matrixCoefficients: UInt16 = 2
  /// Whether samples have full range: 0 to 255 with 8 bits, and not 16 to 235.
  public var isFullRange = false
  /// Whether the transfer is PQ or HLG.
  public var isHDR: Bool { [16, 18].contains(transferCharacteristics) }
  public init() {}

  /// The code points of a `colr` box.
  public init(_ colour: ColourInformationBox) {
    colourPrimaries = colour.colourPrimaries
    transferCharacteristics = colour.transferCharacteristics
    matrixCoefficients = colour.matrixCoefficients
    isFullRange = colour.isFullRange
  }

  /// The same with 2 for numbers that are undefined in ITU-T H.273 (tables 2 and 3), because other programs refuse
  /// them.
  public var withMeaning: CodingIndependentCodePoints {
    var points = self
    if ColourPrimaries(colourPrimaries) == nil { points.colourPrimaries = 2 }
    if ![1, 2].contains(transferCharacteristics), !(4...18).contains(transferCharacteristics) {
      points.transferCharacteristics = 2
    }
    return points
  }
}
