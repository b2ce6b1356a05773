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

/// A linear map of three numbers, by columns.
public struct Matrix3: Sendable {
  /// The columns, from the left.
  public var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  /// A matrix with these columns, from the left.
  public init(columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) { self.columns = columns }

  /// A matrix of its rows, from the top.
  public init(rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
    columns = Matrix3(columns: rows).transposed.columns
  }

  /// Scales each number by its own factor.
  public init(diagonal: SIMD3<Double>) {
    columns = (
      SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z)
    )
  }

  /// The matrix from linear red, green and blue to CIE XYZ, in which white has Y = 1 (SMPTE RP
  /// 177).
  public init(_ primaries: ColourPrimaries) {
    func direction(_ colour: ColourPrimaries.Chromaticity) -> SIMD3<Double> {
      SIMD3(colour.x, colour.y, 1 - colour.x - colour.y)
    }
    let directions = Matrix3(
      columns: (direction(primaries.red), direction(primaries.green), direction(primaries.blue)))
    // White is the sum of all three.
    self = directions * Matrix3(diagonal: directions.inverse * primaries.white.xyz)
  }

  /// The matrix whose rows are the columns of this one.
  public var transposed: Matrix3 {
    let (a, b, c) = columns
    return Matrix3(columns: (SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z)))
  }

  /// The numbers row by row.
  public var rows: [[Double]] {
    let rows = transposed.columns
    return [rows.0, rows.1, rows.2].map { [$0.x, $0.y, $0.z] }
  }

  /// The inverse, for a matrix that has one.
  public var inverse: Matrix3 {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (a, b, c) = columns
    let determinant = (a * cross(b, c)).sum()
    return Matrix3(
      rows: (cross(b, c) / determinant, cross(c, a) / determinant, cross(a, b) / determinant))
  }

  /// The product of the matrix and a vector.
  public static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  /// The matrix that applies `b` and then `a`.
  public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: (a * b.columns.0, a * b.columns.1, a * b.columns.2))
  }
}
