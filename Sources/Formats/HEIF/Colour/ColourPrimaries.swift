/// The colours of red, green, blue and white (ITU-T H.273 §8.1, table 2), as CIE 1931 x and y.
public struct ColourPrimaries: Equatable, Sendable {
  /// A colour without its brightness (CIE 1931).
  public struct Chromaticity: Equatable, Sendable {
    /// The share of X.
    public var x: Double
    /// The share of Y.
    public var y: Double

    /// The colour in CIE XYZ, with a luminance of 1.
    public var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
  }
  /// The usual name: `BT.709`.
  public var name: String
  /// The chromaticity of the red primary.
  public var red: Chromaticity
  /// The chromaticity of the green primary.
  public var green: Chromaticity
  /// The chromaticity of the blue primary.
  public var blue: Chromaticity
  /// The white point.
  public var white: Chromaticity

  /// The primaries of a code point. Nil for numbers without colours in the table, such as 2 for "unspecified".
  public init?(_ number: UInt16) {
    let d65 = (0.3127, 0.3290)
    let c = (0.310, 0.316)
    switch number {
    case 1: self.init("BT.709", (0.640, 0.330), (0.300, 0.600), (0.150, 0.060), d65)
    case 4: self.init("BT.470 M", (0.670, 0.330), (0.210, 0.710), (0.140, 0.080), c)
    case 5: self.init("BT.601 625 lines", (0.640, 0.330), (0.290, 0.600), (0.150, 0.060), d65)
    case 6, 7: self.init("BT.601 525 lines", (0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65)
    case 8: self.init("Generic film", (0.681, 0.319), (0.243, 0.692), (0.145, 0.049), c)
    case 9: self.init("BT.2020", (0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65)
    case 10: self.init("XYZ", (1, 0), (0, 1), (0, 0), (1.0 / 3, 1.0 / 3))
    case 11: self.init("DCI P3", (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351))
    case 12: self.init("Display P3", (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65)
    case 22: self.init("EBU 3213", (0.630, 0.340), (0.295, 0.605), (0.155, 0.077), d65)
    default: return nil
    }
  }

  /// Primaries that have no code point.
  package init(
    _ name: String, _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double),
    _ white: (Double, Double)
  ) {
    self.name = name
    self.red = Chromaticity(x: red.0, y: red.1)
    self.green = Chromaticity(x: green.0, y: green.1)
    self.blue = Chromaticity(x: blue.0, y: blue.1)
    self.white = Chromaticity(x: white.0, y: white.1)
  }
}
