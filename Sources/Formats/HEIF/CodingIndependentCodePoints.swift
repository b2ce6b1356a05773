package import AV1
import AVC
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

extension CodingIndependentCodePoints {
  /// The colours that the sequence header of an AV1 image states.
  ///
  /// - Parameter data: the coded image, which has the sequence header if the configuration has none.
  init(av1 configuration: [[UInt8]], data: () -> Bytes?) {
    let colour =
      configuration.lazy.compactMap({ Self.colour(in: Bytes($0)) }).first
      ?? data().flatMap(Self.colour)
    if let colour { self.init(colour) } else { self.init() }
  }

  /// The colours of the sequence header in the data of an AV1 image; nil if there is none.
  init?(av1 data: Bytes) {
    guard let colour = Self.colour(in: data) else { return nil }
    self.init(colour)
  }

  /// The code points of a sequence header.
  package init(_ colour: ColourConfig) {
    var signal = VideoSignal()
    signal.isFullRange = colour.isFullRange
    signal.colour = colour.description
    self.init(signal)
  }

  private static func colour(in units: Bytes) -> ColourConfig? {
    guard let units = try? OpenBitstreamUnit.units(in: units),
      let unit = units.first(where: { $0.header.type == .sequenceHeader })
    else { return nil }
    return try? SequenceHeader(unit).colour
  }

  /// The colours that the bitstream of an AVC image states; the defaults of ITU-T H.264 §E.2.1
  /// if it states none.
  init(avc parameterSets: [[UInt8]]) {
    self.init()
    let units = parameterSets.map { Bytes($0) }
    guard let unit = units.first(where: { NALUnit.type(of: $0) == .sequenceParameterSet }),
      let set = try? SequenceParameterSet(nalUnit: unit), let signal = set.data.vui?.videoSignal
    else { return }
    self.init(signal)
  }
}
