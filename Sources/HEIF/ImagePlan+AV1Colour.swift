import AV1

extension CodingIndependentCodePoints {
  /// What the sequence header of an AV1 image says of its colours.
  ///
  /// - Parameter data: the coded image, which has the sequence header if the configuration has none.
  init(av1 configuration: [[UInt8]], data: () -> Bytes?) {
    self.init()
    guard
      let colour = configuration.lazy.compactMap({ Self.colour(in: Bytes($0)) }).first
        ?? data().flatMap(Self.colour)
    else { return }
    isFullRange = colour.isFullRange
    guard let points = colour.description else { return }
    colourPrimaries = UInt16(points.colourPrimaries)
    transferCharacteristics = UInt16(points.transferCharacteristics)
    matrixCoefficients = UInt16(points.matrixCoefficients)
  }

  private static func colour(in units: Bytes) -> ColourConfig? {
    guard let units = try? OpenBitstreamUnit.units(in: units),
      let unit = units.first(where: { $0.header.type == .sequenceHeader })
    else { return nil }
    return try? SequenceHeader(unit).colour
  }
}
