package import AV1

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
}
