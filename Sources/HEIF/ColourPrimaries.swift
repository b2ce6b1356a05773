/// The colours of red, green, blue and white (ITU-T H.273 table 2), as CIE 1931 x and y.
public struct ColourPrimaries: Equatable, Sendable {
  public struct Chromaticity: Equatable, Sendable {
    public var x: Double
    public var y: Double
  }
  public var red: Chromaticity
  public var green: Chromaticity
  public var blue: Chromaticity
  public var white: Chromaticity

  /// Nil for values that name no primaries, or those of film.
  public init?(_ colourPrimaries: UInt16) {
    let d65 = (0.3127, 0.3290)
    let c = (0.310, 0.316)
    switch colourPrimaries {
    case 1: self.init((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), d65)
    case 4: self.init((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), c)
    case 5: self.init((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), d65)
    case 6, 7: self.init((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65)
    case 9: self.init((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65)
    case 11: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351))
    case 12: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65)
    case 22: self.init((0.630, 0.340), (0.295, 0.605), (0.155, 0.077), d65)
    default: return nil
    }
  }

  private init(
    _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double),
    _ white: (Double, Double)
  ) {
    self.red = Chromaticity(x: red.0, y: red.1)
    self.green = Chromaticity(x: green.0, y: green.1)
    self.blue = Chromaticity(x: blue.0, y: blue.1)
    self.white = Chromaticity(x: white.0, y: white.1)
  }
}
