public import HEIF

extension Item {
  /// What the parameter sets of a coded image say of its colours, and not its `colr` properties.
  public var codedColour: CodingIndependentCodePoints? { CodingDescription(self).colour }

  /// Whether a coded image has luma alone.
  public var isMonochrome: Bool { CodingDescription(self).chroma == "4:0:0" }
}
